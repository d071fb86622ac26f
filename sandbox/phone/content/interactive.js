import { element } from '../dom.js';
import { formatted } from '../formats.js';
import { mediaOf } from './media.js';

/** Header, body and footer, with buttons to tap or a list to choose from. */
export function interactive({ header, body, footer, action }, { answer }) {
  return [
    header && headerOf(header),
    body && element('p.text', {}, formatted(body.text)),
    footer && element('p.small', {}, formatted(footer.text)),
    action.type === 'Button' ? replyButtons(action, answer) : listButton(action, answer),
  ];
}

/** The header of an interactive message. */
function headerOf(header) {
  return header.type === 'Text'
    ? element('p.heading', {}, header.text)
    : element('div.heading', {}, mediaOf(header));
}

function replyButtons({ buttons }, answer) {
  return element(
    'div.choices',
    {},
    buttons.map(({ id, title }) =>
      element(
        'button',
        { type: 'button', disabled: !answer, onclick: () => answer({ type: 'Button', id, title }) },
        title,
      ),
    ),
  );
}

function listButton({ button, sections }, answer) {
  return element(
    'div.choices',
    {},
    element(
      'button.list',
      { type: 'button', disabled: !answer, onclick: () => openList(button, sections, answer) },
      button,
    ),
  );
}

/** The list that opens at the bottom of the phone. Escape or a tap beside it closes it without an answer. */
function openList(title, sections, answer) {
  const choose = (row) => {
    dialog.close();
    const { id, description } = row;
    answer({ type: 'List', id, title: row.title, ...(description ? { description } : {}) });
  };
  const rows = sections.map((section) =>
    element(
      'section',
      {},
      section.title && element('h3', {}, section.title),
      section.rows.map((row) =>
        element(
          'button.row',
          { type: 'button', onclick: () => choose(row) },
          element('strong', {}, row.title),
          row.description && element('span.small', {}, row.description),
        ),
      ),
    ),
  );
  const close = element('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel');
  const dialog = element(
    'dialog.sheet',
    {
      'aria-label': title,
      onclick: (event) => event.target === dialog && dialog.close(),
      onclose: () => dialog.remove(),
    },
    element('div', {}, element('h2', {}, title), rows, close),
  );
  document.body.append(dialog);
  dialog.showModal();
}
