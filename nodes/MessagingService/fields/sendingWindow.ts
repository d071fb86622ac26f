import type { INodeProperties } from 'n8n-workflow';

import { weekdays, type Outside, type SendingWindow, type WindowField } from '../../../core/sendingWindow';
import { windowReader } from '../../../core/steps';
import { choice, type Choice } from '../../choice';
import { OptionGroup } from './optionGroup';
import type { Parameters } from './parameters';

/** The label of the option. */
export const SENDING_WINDOW = 'Sending Window';

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
    'When the window closes, up to 24:00. If this is before From, the window closes on the next day: from 22:00 until 06:00, it is open at night.',
};
const timeZone: INodeProperties = {
  displayName: 'Time Zone',
  name: 'timeZone',
  type: 'string',
  default: '',
  placeholder: 'e.g. Europe/Zurich',
  description: 'The time zone of these times. If empty, the time zone of the workflow.',
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
      description: 'The message is skipped, with the outcome outside_window',
    },
  ],
  default: 'plan',
  description: 'What to do with a message outside of the window',
};

/** The option that says when messages may go out. */
export const sendingWindow = new OptionGroup(
  {
    displayName: SENDING_WINDOW,
    name: 'sendingWindow',
    description:
      "When messages may go out. For a message with 'Send At', that time counts. 'Plan' cannot be combined with fallback channels that count as success when delivered.",
  },
  [days, from, until, timeZone, exceptions, outside],
);

/** Makes a function that reads the option for an item; undefined without it. It throws MessagingError `invalid_request` that names what is wrong. */
export function windowOptionReader(
  zoneOfWorkflow: string,
): (options: Parameters) => SendingWindow | undefined {
  const read = windowReader((field) => sendingWindow.labelOf(fields[field]));
  return (options) => {
    const valueOf = sendingWindow.valuesIn(options);
    if (valueOf === undefined) return undefined;
    const zone = valueOf(timeZone);
    return read({
      days: valueOf(days),
      from: valueOf(from),
      until: valueOf(until),
      timeZone: zone === '' ? zoneOfWorkflow : zone,
      exceptions: valueOf(exceptions),
      outside: choice(valueOf(outside), outside),
    });
  };
}

const fields: Record<WindowField, INodeProperties> = { days, from, until, timeZone, exceptions };
