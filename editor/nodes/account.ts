import { isRecord } from '../../core/reading';
import { TEST_HEADER, TEST_PATH } from '../../node-red/settings/editorNames';
import { find, icon, make } from '../dom';
import { textOrEmpty, type Values } from '../form/values';
import { catalogText, red, translate, type EditorNode } from '../red';

/** The properties that the test needs. They are read from the dialog, so that an account can be tested before it is deployed. */
const TESTED = ['baseUrl', 'username', 'password', 'version', 'versionIn', 'balancePath'] as const;

export function openTest(node: EditorNode): void {
  const text = catalogText('messaging-account.button.test');
  const button = make('button', { type: 'button', class: 'red-ui-button' }, text);
  const result = make('div', { id: 'messaging-test-result', role: 'status', 'aria-live': 'polite' });
  const place = find('div', '#messaging-test');
  place.className = 'messaging-test';
  place.append(button, result);
  let tests = 0;
  // What was tested is no longer what stands in the dialog, whether the answer is there or still on its way.
  const forget = () => {
    tests += 1;
    button.disabled = false;
    result.className = '';
    result.replaceChildren();
  };
  for (const name of TESTED) $(`#node-config-input-${name}`).on('input change', forget);
  button.addEventListener('click', () => {
    const test = (tests += 1);
    const ifLatest = (react: () => void) => {
      if (test === tests) react();
    };
    button.disabled = true;
    show(result, 'running', 'fa-spinner fa-spin', translate('test.running'));
    const form = Object.fromEntries(TESTED.map((name) => [name, $(`#node-config-input-${name}`).val()]));
    $.ajax({
      url: `${red.settings.apiRootUrl}${TEST_PATH}`,
      method: 'POST',
      contentType: 'application/json',
      headers: { [TEST_HEADER]: '1' },
      data: JSON.stringify({ id: node.id, ...form }),
    })
      .done((answer: unknown) => ifLatest(() => showAnswer(result, answer)))
      .fail(() => ifLatest(() => show(result, 'failed', 'fa-times-circle', translate('test.notReached'))))
      .always(() =>
        ifLatest(() => {
          button.disabled = false;
        }),
      );
  });
}

/** An account with a stored secret requires it, even if the switch is not set. A secret that is no longer required is deleted. */
export function openSecret({ credentials }: EditorNode): () => Values {
  const required = find('input', '#node-config-input-requireSecret');
  if (isRecord(credentials) && credentials['has_webhookSecret'] === true) required.checked = true;
  return () => {
    if (!required.checked) find('input', '#node-config-input-webhookSecret').value = '';
    return {};
  };
}

function showAnswer(result: HTMLElement, answer: unknown): void {
  const { ok, points, requestId, message, description } = isRecord(answer) ? answer : {};
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

function show(result: HTMLElement, state: string, symbol: string, text: string, more = ''): void {
  result.className = `messaging-test-result messaging-test-${state}`;
  const lines = more === '' ? [] : [make('div', {}, more)];
  result.replaceChildren(icon(symbol), make('div', {}, make('strong', {}, text), ...lines));
}
