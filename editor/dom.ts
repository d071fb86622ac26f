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
