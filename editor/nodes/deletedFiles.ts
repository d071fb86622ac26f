import { fieldsOf } from '../../core/reading';
import { DELETED_PATH } from '../../node-red/settings/editorNames';
import { make } from '../dom';
import { red, translate } from '../red';
import type { RowEditor } from '../rows';
import { textOrEmpty } from '../values';
import { show } from './account';

/** Says what deleted accounts have left on the disk, and has a button that removes it. */
export function deletedFilesRow(): RowEditor {
  let counts: Record<string, number> = {};
  const said = make('div', { id: 'messaging-deleted-files', role: 'status' });
  const remove = make('button', { type: 'button', class: 'red-ui-button' }, translate('deleted.remove'));
  remove.addEventListener('click', () => confirm(translate('deleted.confirm', counts), () => call('DELETE')));
  const call = (method: 'GET' | 'DELETE') => {
    remove.disabled = true;
    $.ajax({ url: `${red.settings.apiRootUrl}${DELETED_PATH}`, method })
      .done(tell)
      .fail(() => show(said, 'failed', 'fa-times-circle', translate('test.notReached')));
  };
  const tell = (answer: unknown) => {
    const { files, kilobytes, keys, inUse, reason } = fieldsOf(answer);
    counts = { files: Number(files), kilobytes: Number(kilobytes), keys: Number(keys), inUse: Number(inUse) };
    remove.disabled = files === 0;
    const text = translate(files === 0 ? 'deleted.none' : 'deleted.some', counts);
    const more = inUse === 0 ? '' : ` ${translate('deleted.inUse', counts)}`;
    said.className = 'messaging-test-result';
    said.replaceChildren(text + more);
    if (reason === undefined) return;
    const failure = `${translate('deleted.failed')} ${textOrEmpty(reason)}`;
    show(said, 'failed', 'fa-times-circle', failure, text + more);
  };
  call('GET');
  return { element: make('div', { class: 'messaging-test' }, remove, said) };
}

function confirm(text: string, act: () => void): void {
  const asked = red.notify(make('p', {}, text), {
    ...{ type: 'warning', fixed: true, modal: true },
    buttons: [
      { text: red._('common.label.cancel'), click: () => asked.close() },
      {
        text: translate('deleted.remove'),
        class: 'primary',
        click() {
          asked.close();
          act();
        },
      },
    ],
  });
}
