// How the board covers the page: in the browser's top layer, in the page's theme, with nothing behind it to stray into.

function cover(board) {
  const { root } = board.view;
  board.host.append(root);
  if (root.showPopover) root.showPopover();
  const uncover = hideAround(board.host.host ?? board.host);
  dress(board);
  return () => {
    uncover();
    root.remove();
  };
}

// What Streamlit draws around the board is out of sight, so it is taken out of the tab order too, until the board goes.
function hideAround(element) {
  const ancestors = [];
  for (let one = element; one && one !== document.body; one = one.parentElement) ancestors.push(one);
  const around = ancestors.flatMap((one) => [...(one.parentElement?.children ?? [])]);
  const covered = around.filter((one) => one instanceof HTMLElement && !ancestors.includes(one) && !one.inert);
  const stops = ancestors.filter((one) => one.tabIndex >= 0);
  for (const one of covered) one.inert = true;
  for (const one of stops) one.tabIndex = -1;
  return () => {
    for (const one of covered) one.inert = false;
    for (const one of stops) one.tabIndex = 0;
  };
}

// Streamlit's theme arrives as custom properties of the host; what matters is whether its background is dark.
function dress(board) {
  const { root } = board.view;
  const background = getComputedStyle(root).getPropertyValue("--st-background-color").trim();
  const dark = background ? luminance(root, background) < 0.4 : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "dark" : "light";
}

// Relative luminance (WCAG 2) of any colour that the browser can write as rgb.
function luminance(root, colour) {
  const probe = make("span", { hidden: true });
  probe.style.color = colour;
  root.append(probe);
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [255, 255, 255];
  probe.remove();
  const [red, green, blue] = parts.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
