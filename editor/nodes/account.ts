import type { Channel } from '../../core/contract';
import { readCountryCode } from '../../core/contract/patterns';
import {
  baseUrlProblem,
  callersProblem,
  publicAddressProblem,
  senderProblem,
  servicePathProblem,
} from '../checks/settings';
import { find, icon, make } from '../dom';
import { asText, fromEnvironment, isValues } from '../form/values';
import { red, translate, type EditorNode } from '../red';
import { checkRoutePath, checkWholeNumber, verdict, type ValidatorOptions, type Verdict } from './common';

export function checkBaseUrl(value: unknown, options?: ValidatorOptions): Verdict {
  const address = asText(value).trim();
  if (address === '') return verdict({ key: 'required' }, options);
  return fromEnvironment(address) || verdict(baseUrlProblem(address), options);
}

export function checkSender(channel: Channel, value: unknown, options?: ValidatorOptions): Verdict {
  const sender = asText(value).trim();
  return fromEnvironment(sender) || verdict(senderProblem(channel, sender), options);
}

export function checkPath(value: unknown, options?: ValidatorOptions): Verdict {
  const path = asText(value);
  return fromEnvironment(path) || verdict(servicePathProblem(path), options);
}

/** Left empty, there is none. */
export function checkCountry(value: unknown, options?: ValidatorOptions): Verdict {
  const country = asText(value);
  if (country.trim() === '' || fromEnvironment(country)) return true;
  return verdict(readCountryCode(country) === undefined ? { key: 'countryCode' } : undefined, options);
}

/** Where the service calls this Node-RED; left empty, it is the usual path. */
export function checkCalledPath(value: unknown, options?: ValidatorOptions): Verdict {
  return asText(value).trim() === '' || checkRoutePath(value, options);
}

/** Left empty, or in an account of an older version, it is the usual one. */
export function checkTimeout(value: unknown, options?: ValidatorOptions): Verdict {
  return value === undefined || value === '' || checkWholeNumber(value, 1, 600, options);
}

export function checkCallers(value: unknown, options?: ValidatorOptions): Verdict {
  const callers = asText(value);
  return fromEnvironment(callers) || verdict(callersProblem(callers), options);
}

export function checkPublicAddress(value: unknown, options?: ValidatorOptions): Verdict {
  const address = asText(value).trim();
  return address === '' || fromEnvironment(address) || verdict(publicAddressProblem(address), options);
}

/** An account that demands a secret must have one. The editor knows of a stored one only whether it is there, once the dialog was open. */
export function checkSecret(node: EditorNode, required: unknown, options?: ValidatorOptions): Verdict {
  const { credentials } = node;
  if (required !== true || !isValues(credentials)) return true;
  const isThere = credentials['has_webhookSecret'] === true || asText(credentials['webhookSecret']) !== '';
  return isThere || verdict({ key: 'secretMissing' }, options);
}

export function label(node: EditorNode): string {
  return asText(node['baseUrl']).replace(/^https?:\/\//, '') || translate('nodeLabel.account');
}

/** The properties the test needs; they are taken from the dialog, so that an account can be tried before it is deployed. */
const TESTED = ['baseUrl', 'username', 'password', 'version', 'versionIn', 'balancePath'] as const;

export function open(node: EditorNode): void {
  // Node-RED shows the number 0 as an empty field.
  if (node['trustedProxies'] === 0) find('input', '#node-config-input-trustedProxies').value = '0';
  showSecret(node);
  const button = find('button', '#messaging-test');
  const result = find('div', '#messaging-test-result');
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

/** The field of the secret, only while one is demanded; an account that was given one without the switch demands it. */
function showSecret(node: EditorNode): void {
  const { required } = secretControls();
  const { credentials } = node;
  if (isValues(credentials) && credentials['has_webhookSecret'] === true) required.checked = true;
  const show = () => {
    find('div', '#messaging-webhook-secret').hidden = !required.checked;
  };
  required.addEventListener('change', show);
  show();
}

/** A secret that is no longer demanded is not kept. */
export function save(): void {
  const { required, secret } = secretControls();
  if (!required.checked) secret.value = '';
}

function secretControls() {
  return {
    required: find('input', '#node-config-input-requireSecret'),
    secret: find('input', '#node-config-input-webhookSecret'),
  };
}

function valueOf(name: string): string {
  const control = document.querySelector<HTMLInputElement | HTMLSelectElement>(`#node-config-input-${name}`);
  return control?.value ?? '';
}

function showAnswer(result: HTMLElement, answer: unknown): void {
  const { ok, points, requestId, message, description } = isValues(answer) ? answer : {};
  if (ok === true) {
    const request =
      asText(requestId) === '' ? '' : ` ${translate('test.request', { id: asText(requestId) })}`;
    const text =
      typeof points === 'number' ? translate('test.points', { points }) : translate('test.connected');
    show(result, 'passed', 'fa-check-circle', `${text}${request}`);
  } else {
    show(
      result,
      'failed',
      'fa-times-circle',
      `${translate('test.failed')} ${asText(message)}`,
      asText(description),
    );
  }
}

function show(result: HTMLElement, state: string, symbol: string, text: string, more = ''): void {
  result.className = `messaging-test-result messaging-test-${state}`;
  const lines = more === '' ? [] : [make('div', {}, more)];
  result.replaceChildren(icon(symbol), make('div', {}, make('strong', {}, text), ...lines));
}
