import { icon, make } from './dom';
import { translate } from './red';

/**
 * The help of a field, folded away behind a mark that shows and hides it. It is never in the way, and moves nothing unless asked for. Screen
 * readers read it with the field all the same. Nothing without a text.
 * @param id of the field; its label has the id `<id>-label`
 */
export function helpOn(id: string, text: string): { mark: HTMLElement[]; help: HTMLElement[] } {
  if (text === '') return { mark: [], help: [] };
  const mark = make(
    'button',
    {
      type: 'button',
      class: 'messaging-info',
      id: `${id}-info`,
      title: text,
      'aria-label': translate('form.help'),
      'aria-labelledby': `${id}-info ${id}-label`,
      'aria-expanded': 'false',
      'aria-controls': `${id}-help`,
    },
    icon('fa-info-circle'),
  );
  const help = make('div', { class: 'messaging-help', id: `${id}-help`, hidden: true }, text);
  return { mark: [mark], help: [help] };
}

/** Lets the marks of a dialog show and hide the help, also those of its html. */
export function watchHelp(dialog: HTMLElement): void {
  dialog.addEventListener('click', ({ target }) => {
    const mark = target instanceof Element ? target.closest('.messaging-info') : null;
    const help = document.getElementById(mark?.getAttribute('aria-controls') ?? '');
    if (mark === null || help === null) return;
    help.hidden = !help.hidden;
    mark.setAttribute('aria-expanded', String(!help.hidden));
  });
}
