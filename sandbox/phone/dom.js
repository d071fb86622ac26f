/**
 * Makes an element. Texts become text nodes, never markup, so that nothing in a message can become more than text on the page.
 * @param tag `div`, or `div.one.two` with classes.
 * @param attributes `on...` names take a listener; `undefined`, `null` and `false` leave an attribute out, `true` makes it empty.
 */
export function element(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const made = document.createElement(name);
  if (classes.length > 0) made.className = classes.join(' ');
  for (const [attribute, value] of Object.entries(attributes)) {
    if (attribute.startsWith('on')) made.addEventListener(attribute.slice(2), value);
    else if (value === true) made.setAttribute(attribute, '');
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(attribute, value);
  }
  made.append(...children.flat(Infinity).filter(isShown));
  return made;
}

function isShown(child) {
  return child !== undefined && child !== null && child !== false && child !== '';
}

/** A drawing of the given size, made of shapes `[tag, attributes]`. */
export function drawing([width, height], ...shapes) {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('aria-hidden', 'true');
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(namespace, tag);
    for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, value);
    svg.append(shape);
  }
  return svg;
}

/**
 * Updates the children of a list: an element stays (with its focus and what is open in it) as long as its entry shows the same, and is
 * replaced otherwise.
 * @param entries `{ key, shows, make }`: `shows` is a text that changes when the element must change.
 */
export function reconcile(parent, entries) {
  const present = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const { key, shows, make } of entries) {
    let child = present.get(key);
    present.delete(key);
    if (child === undefined || child.dataset.shows !== shows) {
      const made = make();
      made.dataset.key = key;
      made.dataset.shows = shows;
      if (child === place) place = child?.nextElementSibling ?? null;
      child?.remove();
      child = made;
    }
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const gone of present.values()) gone.remove();
}
