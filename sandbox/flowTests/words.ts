import { CHANNELS, shownNumber } from '../phone/formats';
import { durationText, inMilliseconds } from '../duration';
import type { Expectation, Step } from './format';

export const DEFAULT_WITHIN = '10 seconds';

/** A step in words. */
export function stepInWords(step: Step): string {
  if ('write' in step) return `writes ${quoted(step.write)}${whoInWords(step)}`;
  if ('tap' in step) return `taps ${quoted(step.tap)}${whoInWords(step)}`;
  if ('advance' in step) return `the clock goes ${step.advance} on`;
  if ('fault' in step) return `the service has the fault ${step.fault}${timesInWords(step.times)}`;
  return `expects ${expectationInWords(step.expect)} within ${waitText(step.expect)}`;
}

function timesInWords(times = 1): string {
  return times === 1 ? ' once' : ` ${times} times`;
}

function whoInWords({ person, channel }: Pick<Expectation, 'person' | 'channel'>): string {
  return `${person === undefined ? '' : ` as ${shownNumber(person)}`}${channel === undefined ? '' : ` on ${CHANNELS[channel]}`}`;
}

/** `a message with "menu" and the button "Yes"`. */
export function expectationInWords(expectation: Expectation): string {
  const { text, contains, pattern, button, person, channel } = expectation;
  const parts = [
    text === undefined ? [] : [`the text ${quoted(text)}`],
    contains === undefined ? [] : [quoted(contains)],
    pattern === undefined ? [] : [`a text like ${quoted(pattern)}`],
    button === undefined ? [] : [`the button ${quoted(button)}`],
  ].flat();
  const which = parts.length === 0 ? 'a message' : `a message with ${parts.join(' and ')}`;
  return `${which}${person === undefined ? '' : ` to ${shownNumber(person)}`}${channel === undefined ? '' : ` on ${CHANNELS[channel]}`}`;
}

export function waitText({ within = DEFAULT_WITHIN }: Expectation): string {
  return durationText(inMilliseconds(within));
}

/** A text in quotation marks, in one line and not too long. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `"${line.length > 200 ? `${line.slice(0, 200)}…` : line}"`;
}
