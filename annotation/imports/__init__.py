"""From files into a project: items, labels, responses and judges' scores, checked row by row all or nothing."""
