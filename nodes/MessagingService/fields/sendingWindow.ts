import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidField } from '../../../core/client';
import { windowReader } from '../../../core/steps';
import { isRecord } from '../../../core/reading';
import {
  weekdays,
  type EnteredWindow,
  type Outside,
  type SendingWindow,
  type WindowField,
} from '../../../core/sendingWindow';
import { choice, type Choice } from '../../choice';
import { filled, parametersIn, type Parameters } from './parameters';

/** The label of the option. */
export const SENDING_WINDOW = 'Sending Window';
const NAME = 'sendingWindow';

const days: INodeProperties = {
  displayName: 'Days',
  name: 'days',
  type: 'multiOptions',
  options: weekdays.map((day) => ({ name: `${day.charAt(0).toUpperCase()}${day.slice(1)}`, value: day })),
  default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  description: 'The days on which messages go out',
};
const from: INodeProperties = {
  displayName: 'From',
  name: 'from',
  type: 'string',
  default: '08:00',
  description: 'When the window opens, from 00:00 to 23:59',
};
const until: INodeProperties = {
  displayName: 'Until',
  name: 'until',
  type: 'string',
  default: '20:00',
  description:
    'When the window closes, up to 24:00. A time before From is on the next day: a window from 22:00 until 06:00 is open at night.',
};
const timeZone: INodeProperties = {
  displayName: 'Time Zone',
  name: 'timeZone',
  type: 'string',
  default: '',
  placeholder: 'e.g. Europe/Zurich',
  description: 'Whose clock counts. If empty, the time zone of the workflow.',
};
const exceptions: INodeProperties = {
  displayName: 'Exceptions',
  name: 'exceptions',
  type: 'string',
  default: '',
  placeholder: 'e.g. 2026-12-25, 2026-12-26',
  description:
    'Dates on which nothing goes out, such as public holidays: an array, or text with commas between the dates',
};
const outside: Choice<Outside> = {
  displayName: 'Outside',
  name: 'outside',
  type: 'options',
  options: [
    {
      name: 'Plan',
      value: 'plan',
      description: "The service sends the message when the window opens ('Send At')",
    },
    {
      name: 'Do Not Send',
      value: 'refuse',
      description: 'Nothing is sent, and the item comes out with the outcome outside_window',
    },
  ],
  default: 'plan',
  description: 'What to do with a message outside of the window',
};

const fields = [days, from, until, timeZone, exceptions, outside];
const ENTRY = 'window';

/** The option that says when messages may go out. */
export const sendingWindow: INodeProperties = {
  displayName: SENDING_WINDOW,
  name: NAME,
  type: 'fixedCollection',
  default: { [ENTRY]: Object.fromEntries(fields.map((field) => [field.name, field.default])) },
  description:
    "When messages may go out. For a message with 'Send At', that time counts. With further channels that count as success when delivered, it cannot plan.",
  options: [{ displayName: 'Window', name: ENTRY, values: fields }],
};

/** Makes a function that reads the option for an item; undefined without it. It throws MessagingError `invalid_request` that names what is wrong. */
export function windowOptionReader(
  context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
): (parameters: Parameters) => SendingWindow | undefined {
  const { options }: Record<string, unknown> = context.getNode().parameters;
  // n8n takes a while for each parameter of each item.
  if (!isRecord(options) || options[NAME] === undefined) return () => undefined;
  const read = windowReader(labelOf);
  return (parameters) => {
    const entered = parameters(`options.${NAME}`);
    const given = isRecord(entered) ? entered[ENTRY] : undefined;
    // Without it, the message would go out at any time.
    if (!isRecord(given))
      throw invalidField(NAME, 'is empty: enter the window, or remove the option', { label: SENDING_WINDOW });
    const values = parametersIn(given, parameters.entered(`options.${NAME}.${ENTRY}`));
    return read(withDefaults(given, values, context.getTimezone()));
  };
}

function withDefaults(
  given: Record<string, unknown>,
  values: Parameters,
  zoneOfWorkflow: string,
): EnteredWindow {
  const valueOf = ({ name, displayName, default: byDefault }: INodeProperties) =>
    name in given ? filled(values, name, `${SENDING_WINDOW} › ${displayName}`) : byDefault;
  const zone = valueOf(timeZone);
  return {
    days: valueOf(days),
    from: valueOf(from),
    until: valueOf(until),
    timeZone: zone === '' ? zoneOfWorkflow : zone,
    exceptions: valueOf(exceptions),
    outside: choice(valueOf(outside), outside),
  };
}

function labelOf(field: WindowField): string {
  const { displayName = field } = fields.find(({ name }) => name === field) ?? {};
  return `${SENDING_WINDOW} › ${displayName}`;
}
