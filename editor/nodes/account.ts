import { fieldsOf } from '../../core/reading';
import { TEST_HEADER, TEST_PATH } from '../../node-red/settings/editorNames';
import { find, icon, make } from '../dom';
import { catalogText, red, translate, type EditorNode } from '../red';
import type { RowEditor } from '../rows';
import { textOrEmpty } from '../values';

/** The properties that the test needs. They are read from the dialog, so that an account can be tested before it is deployed. */
const TESTED = ['baseUrl', 'username', 'password', 'version', 'versionIn', 'balancePath'] as const;

/** A button that tests the account, and what came of it. */
export function testRow({ id }: EditorNode): RowEditor {
  const text = catalogText('messaging-account.button.test');
  const button = make('button', { type: 'button', class: 'red-ui-button' }, text);
  const result = make('div', { id: 'messaging-test-result', role: 'status', 'aria-live': 'polite' });
  const tested = () =>
    JSON.stringify(Object.fromEntries([['id', id], ...TESTED.map((name) => [name, entered(name)])]));
  let current = tested();
  button.addEventListener('click', () => {
    const data = tested();
    // Meanwhile something else can stand in the dialog.
    const ifSame = (react: () => void) => {
      if (data === current) react();
    };
    button.disabled = true;
    show(result, 'running', 'fa-spinner fa-spin', translate('test.running'));
    $.ajax({
      url: `${red.settings.apiRootUrl}${TEST_PATH}`,
      method: 'POST',
      contentType: 'application/json',
      headers: { [TEST_HEADER]: '1' },
      data,
    })
      .done((answer: unknown) => ifSame(() => showAnswer(result, answer)))
      .fail(() => ifSame(() => show(result, 'failed', 'fa-times-circle', translate('test.notReached'))))
      .always(() =>
        ifSame(() => {
          button.disabled = false;
        }),
      );
  });
  return {
    element: make('div', { class: 'messaging-test' }, button, result),
    update() {
      if (current === tested()) return;
      current = tested();
      button.disabled = false;
      result.className = '';
      result.replaceChildren();
    },
  };
}

function entered(name: string): unknown {
  return $(`#node-config-input-${name}`).val();
}

/** An account with a stored secret requires it, even if the switch is not set. */
export function openSecret({ credentials }: EditorNode): void {
  if (fieldsOf(credentials)['has_webhookSecret'] === true)
    find('input', '#node-config-input-requireSecret').checked = true;
}

/** A secret that is no longer required is deleted. */
export function saveSecret(): void {
  if (!find('input', '#node-config-input-requireSecret').checked)
    find('input', '#node-config-input-webhookSecret').value = '';
}

function showAnswer(result: HTMLElement, answer: unknown): void {
  const { ok, points, requestId, message, description } = fieldsOf(answer);
  if (ok !== true) {
    const text = `${translate('test.failed')} ${textOrEmpty(message)}`;
    show(result, 'failed', 'fa-times-circle', text, textOrEmpty(description));
    return;
  }
  const id = textOrEmpty(requestId);
  const text =
    typeof points === 'number' ? translate('test.points', { points }) : translate('test.connected');
  const request = id === '' ? '' : ` ${translate('test.request', { id })}`;
  show(result, 'passed', 'fa-check-circle', `${text}${request}`);
}

export function show(result: HTMLElement, state: string, symbol: string, text: string, more = ''): void {
  result.className = `messaging-test-result messaging-test-${state}`;
  const lines = more === '' ? [] : [make('div', {}, more)];
  result.replaceChildren(icon(symbol), make('div', {}, make('strong', {}, text), ...lines));
}
