import { isRecord } from '../../core/reading';
import { find, icon, make } from '../dom';
import { textOrEmpty } from '../form/values';
import { catalogText, red, translate, type EditorNode } from '../red';

export function label(node: EditorNode): string {
  return textOrEmpty(node['baseUrl']).replace(/^https?:\/\//, '') || translate('nodeLabel.account');
}

/** The properties that the test needs. They are read from the dialog, so that an account can be tested before it is deployed. */
const TESTED = ['baseUrl', 'username', 'password', 'version', 'versionIn', 'balancePath'] as const;

export function open(node: EditorNode): void {
  demandSecret(node);
  const button = make(
    'button',
    { type: 'button', class: 'red-ui-button' },
    catalogText('messaging-account.button.test'),
  );
  const result = make('div', { id: 'messaging-test-result', role: 'status', 'aria-live': 'polite' });
  const place = find('div', '#messaging-test');
  place.className = 'messaging-test';
  place.append(button, result);
  button.addEventListener('click', () => {
    button.disabled = true;
    show(result, 'running', 'fa-spinner fa-spin', translate('test.running'));
    const form = Object.fromEntries(TESTED.map((name) => [name, valueOf(name)]));
    $.ajax({
      url: `${red.settings.apiRootUrl}messaging-account/test`,
      method: 'POST',
      contentType: 'application/json',
      headers: { 'X-Messaging-Test': '1' },
      data: JSON.stringify({ id: node.id, ...form }),
    })
      .done((answer: unknown) => showAnswer(result, answer))
      .fail(() => show(result, 'failed', 'fa-times-circle', translate('test.notReached')))
      .always(() => {
        button.disabled = false;
      });
  });
}

/** An account with a stored secret requires it, even if the switch is not set. */
function demandSecret({ credentials }: EditorNode): void {
  if (!isRecord(credentials) || credentials['has_webhookSecret'] !== true) return;
  $(find('input', '#node-config-input-requireSecret')).prop('checked', true).trigger('change');
}

/** Deletes a secret that is no longer required. */
export function save(): void {
  const isDemanded = find('input', '#node-config-input-requireSecret').checked;
  if (!isDemanded) find('input', '#node-config-input-webhookSecret').value = '';
}

function valueOf(name: string): string {
  const control = document.querySelector<HTMLInputElement | HTMLSelectElement>(`#node-config-input-${name}`);
  return control?.value ?? '';
}

function showAnswer(result: HTMLElement, answer: unknown): void {
  const { ok, points, requestId, message, description } = isRecord(answer) ? answer : {};
  if (ok === true) {
    const request =
      textOrEmpty(requestId) === '' ? '' : ` ${translate('test.request', { id: textOrEmpty(requestId) })}`;
    const text =
      typeof points === 'number' ? translate('test.points', { points }) : translate('test.connected');
    show(result, 'passed', 'fa-check-circle', `${text}${request}`);
  } else {
    show(
      result,
      'failed',
      'fa-times-circle',
      `${translate('test.failed')} ${textOrEmpty(message)}`,
      textOrEmpty(description),
    );
  }
}

function show(result: HTMLElement, state: string, symbol: string, text: string, more = ''): void {
  result.className = `messaging-test-result messaging-test-${state}`;
  const lines = more === '' ? [] : [make('div', {}, more)];
  result.replaceChildren(icon(symbol), make('div', {}, make('strong', {}, text), ...lines));
}
