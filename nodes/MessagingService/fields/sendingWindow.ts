import { weekdays, type EnteredWindow, type WindowField } from '../../../core/sendingWindow';
import { field, group, oneOf, text } from '../../settings';

const days = field('multiOptions', 'days', 'Days', {
  options: weekdays.map((day) => ({ name: `${day.charAt(0).toUpperCase()}${day.slice(1)}`, value: day })),
  usual: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  help: 'The days on which messages go out',
});
const from = text('from', 'From', {
  usual: '08:00',
  help: 'When the window opens, from 00:00 to 23:59',
});
const until = text('until', 'Until', {
  usual: '20:00',
  help: 'When the window closes, up to 24:00. If this is before From, the window closes on the next day: from 22:00 until 06:00, it is open at night.',
});
const timeZone = text('timeZone', 'Time Zone', {
  placeholder: 'e.g. Europe/Zurich',
  help: 'The time zone of these times. If empty, the time zone of the workflow.',
});
const exceptions = text('exceptions', 'Exceptions', {
  placeholder: 'e.g. 2026-12-25, 2026-12-26',
  complete: true,
  help: 'Dates on which nothing goes out, such as public holidays: an array, or text with commas between the dates',
});
export const outside = oneOf(
  'outside',
  'Outside the Window',
  {
    plan: ['Schedule', "The service sends the message when the window opens ('Send At')"],
    refuse: ['Do Not Send', 'The message is skipped, with the outcome outside_window'],
  },
  { usual: 'plan', help: 'What to do with a message outside of the window' },
);

/** The option that says when messages may go out, as entered. */
export const sendingWindow = group(
  'sendingWindow',
  'Sending Window',
  {
    help: "When messages may go out. For a message with 'Send At', that time counts. 'Schedule' cannot be combined with fallback channels that count as success when delivered.",
    fields: [days, from, until, timeZone, exceptions, outside],
  },
  (within): EnteredWindow => ({
    days: days.read(within),
    from: from.read(within),
    until: until.read(within),
    timeZone: timeZone.read(within),
    exceptions: exceptions.read(within),
    outside: outside.read(within),
  }),
);

const fields = { days, from, until, timeZone, exceptions } satisfies Record<WindowField, unknown>;

/** What a field of the window is called in errors. */
export const labelInWindow = (name: WindowField) => `${sendingWindow.label} › ${fields[name].label}`;
