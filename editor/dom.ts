type Attributes = Record<string, string | boolean | undefined>;

/** Makes an element. Attributes that are false or undefined are left out; those that are true have no value. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Array<Node | string>
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** An icon of the editor's font. Screen readers skip it, because the text beside it says the same. */
export function icon(name: string): HTMLElement {
  return make('i', { class: `fa ${name}`, 'aria-hidden': 'true' });
}

/** A small button of Node-RED. */
export function button(text: string, clicked: () => void): HTMLButtonElement {
  const element = make('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, text);
  element.addEventListener('click', clicked);
  return element;
}

/** A small button that shows an icon in place of its text. */
export function iconButton(symbol: string, text: string, clicked: () => void): HTMLButtonElement {
  const element = button('', clicked);
  element.append(icon(symbol));
  element.title = text;
  element.ariaLabel = text;
  return element;
}

/** Fills a select with values and their labels, and chooses one of its options: the given one if it is there, otherwise the first. */
export function offer(
  select: HTMLSelectElement,
  options: Readonly<Record<string, string>>,
  chosen = select.value,
): HTMLSelectElement {
  select.replaceChildren(...Object.entries(options).map(([value, label]) => new Option(label, value)));
  select.value = chosen;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  return select;
}

/** Puts off an update until the next frame, however often it is asked for. */
export function oncePerFrame(update: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    window.requestAnimationFrame(() => {
      isDue = false;
      update();
    });
  };
}

let lastId = 0;

/** An id that no other element of the page has. */
export function uniqueId(): string {
  lastId += 1;
  return `messaging-field-${lastId}`;
}

/** An element of one of this package's templates. If it is missing, the template is wrong, not the user. */
export function find<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  selector: string,
): HTMLElementTagNameMap[K] {
  const found = document.querySelector<HTMLElementTagNameMap[K]>(`${tag}${selector}`);
  if (found === null) throw new Error(`The template lacks ${tag}${selector}`);
  return found;
}
