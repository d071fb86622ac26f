import { until } from '../n8n/until';
import type { Locator } from 'playwright-core';

import type { WireRequest } from '../../nodes/contentCases';

/** A value that is read when the message arrives instead of entered: a type of typedInput and its value. */
export class Computed {
  constructor(
    readonly type: 'msg' | 'flow' | 'global' | 'env' | 'jsonata',
    readonly value: string,
  ) {}
}

type Values = Record<string, unknown>;

/**
 * Fills the fields of an object as a person does: with the mouse and the keyboard, field by field.
 *
 * @param fields the `.messaging-fields` of the object
 * @param values the object as it should go over the wire; the caller has already chosen `type` of one of several objects
 */
export async function fillFields(fields: Locator, values: object): Promise<void> {
  for (const [name, value] of Object.entries(values).map(asTyped)) {
    if (name !== 'type' || (await part(fields, name).count()) > 0) await fillPart(part(fields, name), value);
  }
}

/** People enter an amount of money as it is; on the wire, it is multiplied by 1000. */
function asTyped([name, value]: [string, unknown]): [string, unknown] {
  return name === 'amount' ? [name, String(Number(value) / 1000)] : [name, value];
}

function part(fields: Locator, name: string): Locator {
  return fields.locator(`:scope > [data-field="${name}"]`);
}

async function fillPart(field: Locator, value: unknown): Promise<void> {
  await reveal(field);
  if (Array.isArray(value)) return fillList(field.locator(':scope > .messaging-list-room'), value);
  if (!isValues(value)) return fillField(field, value);
  const oneOf = field.locator(':scope > .messaging-one-of');
  if ((await oneOf.count()) > 0) return fillVariant(oneOf, value);
  const group = field.locator(':scope > .messaging-fields');
  return fillFields((await group.count()) > 0 ? group : field, value);
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !(value instanceof Computed);
}

async function fillVariant(oneOf: Locator, value: Values): Promise<void> {
  await oneOf.locator(':scope > select').selectOption(String(value['type']));
  await fillFields(oneOf.locator(':scope > .messaging-variant-fields > .messaging-fields'), value);
}

/** Fills a list; missing entries are added with its button. */
export async function fillList(room: Locator, values: unknown[]): Promise<void> {
  const widget = room.locator(':scope > .red-ui-editableList');
  const entries = widget.locator(':scope > .red-ui-editableList-container > ol > li');
  for (const [index, value] of values.entries()) {
    if ((await entries.count()) <= index)
      await widget.locator(':scope > .red-ui-editableList-addButton').click();
    const content = entries.nth(index).locator(':scope > .red-ui-editableList-item-content');
    if (!isValues(value)) throw new Error('The entries of a list are objects');
    const oneOf = content.locator(':scope > .messaging-one-of');
    if ((await oneOf.count()) > 0) await fillVariant(oneOf, value);
    else await fillFields(content.locator(':scope > .messaging-fields'), value);
  }
}

/** Fills a single value: chooses its type and types the value, or chooses it from the menu. */
export async function fillField(field: Locator, value: unknown): Promise<void> {
  await reveal(field);
  if (value instanceof Computed) {
    await chooseType(field, value.type);
    await field.locator('.red-ui-typedInput-input').fill(value.value);
  } else {
    await chooseType(field, literalTypes[typeof value] ?? 'str');
    await enter(field, String(value));
  }
}

const literalTypes: Record<string, string> = { string: 'str', number: 'num', boolean: 'bool' };

async function enter(field: Locator, text: string): Promise<void> {
  const area = field.locator('textarea');
  const menu = field.locator('.red-ui-typedInput-option-trigger');
  if (await area.isVisible()) await area.fill(text);
  else if (await menu.isVisible()) {
    await menu.click();
    await choose(field, text);
  } else await field.locator('.red-ui-typedInput-input').fill(text);
}

async function chooseType(field: Locator, type: string): Promise<void> {
  const button = field.locator('.red-ui-typedInput-type-select');
  if ((await currentType(field)) === type) return;
  await button.click();
  await choose(field, type);
}

function currentType(field: Locator): Promise<string> {
  return field.locator('.red-ui-typedInput-container > input[type="hidden"]').inputValue();
}

/** Menus of typedInputs are at the end of the page; one of them is open. */
async function choose(field: Locator, value: string): Promise<void> {
  const menu = field.page().locator('.red-ui-typedInput-options:visible');
  // On a busy machine the menu can open again right under the click.
  await until(`the menu to close after ${value}`, async () => {
    if (await menu.isVisible()) await menu.locator(`a[value="${value}"]`).click();
    return await menu.waitFor({ state: 'hidden', timeout: 1000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Shows a part of the dialog: opens its tab, and unfolds it. */
export async function unfold(dialog: Locator, title: string | RegExp): Promise<Locator> {
  const heading = dialog.page().locator('legend, summary', { hasText: title });
  const part = dialog.locator('.messaging-part, .messaging-fold', { has: heading }).first();
  await reveal(part);
  const isFolded = await part.evaluate((each) => each instanceof HTMLDetailsElement && !each.open);
  if (isFolded) await part.locator(':scope > summary').click();
  return part;
}

/** Opens the tab of a dialog on which something is, if the dialog has tabs. */
export async function reveal(control: Locator): Promise<void> {
  const tab = await control.evaluate((each) => {
    const panel = each.closest<HTMLElement>('.messaging-panel');
    return panel?.hidden === true ? `${panel.id}-tab` : undefined;
  });
  if (tab !== undefined) await control.page().locator(`#${tab}`).click();
}

/** Enters several recipients. */
export async function fillRecipients(dialog: Locator, toList: object[]): Promise<void> {
  const mode = dialog.locator('select', { has: dialog.page().locator('option[value="several"]') });
  await reveal(mode);
  await mode.selectOption('several');
  await fillList(dialog.locator('[data-row="toList"] .messaging-list-room').first(), toList);
}

/** Enters a request into the dialog of messaging-send, every field of it by hand. */
export async function fillRequest(dialog: Locator, request: WireRequest): Promise<void> {
  const { channel, from, to, toList, content, notification, sendDate, customerid } = request;
  const { type, options, ...fields } = content;
  await dialog.locator('#node-input-channel').selectOption(channel);
  await dialog.locator('#node-input-contentType').selectOption(type);
  await fillField(dialog.locator('[data-field="from"]'), from);
  if (to !== undefined) await fillField(dialog.locator('[data-field="to"]'), to);
  if (toList !== undefined) await fillRecipients(dialog, toList);
  await fillFields(dialog.locator('.messaging-content > .messaging-fields'), fields);
  const fill = async (title: string, values: object = {}) => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length > 0)
      await fillFields((await unfold(dialog, title)).locator('.messaging-fields').first(), given);
  };
  await fill('SMS options', options);
  for (const [name, value] of Object.entries({ sendDate, customerid }))
    if (value !== undefined) await fillField(dialog.locator(`[data-field="${name}"]`), value);
  await fill('Status notification', notification);
}
