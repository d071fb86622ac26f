import { icon, make, uniqueId } from './dom';
import { red, translate } from './red';

const HELP = ':scope > .messaging-help, :scope > .messaging-below-control > .messaging-help';
const LABEL = ':scope > label, :scope > .messaging-label, :scope > legend';

/**
 * Folds the help of a row or part away behind a mark that shows and hides it. It is never in the way, and moves nothing unless asked for.
 * Screen readers read it with the field all the same.
 */
export function foldHelp<E extends HTMLElement>(part: E): E {
  const help = part.querySelector<HTMLElement>(HELP);
  const label = part.querySelector<HTMLElement>(LABEL);
  if (help === null || label === null) return part;
  const text = textOf(help);
  if (text === '') return part;
  help.id ||= uniqueId();
  help.hidden = true;
  const name = textOf(label).replace(/[\s*]+$/, '');
  const mark = make(
    'button',
    {
      type: 'button',
      class: 'messaging-info',
      title: text,
      'aria-label': translate('form.help', { label: name }),
      'aria-expanded': 'false',
      'aria-controls': help.id,
    },
    icon('fa-info-circle'),
  );
  mark.addEventListener('click', () => {
    help.hidden = !help.hidden;
    mark.setAttribute('aria-expanded', String(!help.hidden));
  });
  if (label.tagName === 'LEGEND') label.append(' ', mark);
  else part.append(mark);
  return part;
}

/** Node-RED fills in the texts of the html only after the dialog was set up. */
function textOf(element: HTMLElement): string {
  const key = (element.querySelector<HTMLElement>('[data-i18n]') ?? element).dataset['i18n'];
  return (key === undefined ? (element.textContent ?? '') : red._(key)).trim();
}
