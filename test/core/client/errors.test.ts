import { asMessagingError, inOneLine, MessagingError, nothingSent, stackOfFault } from '../../../core/client';
import { fault } from '../../../core/errors/texts';

function faultyPart(): never {
  throw new TypeError('x is undefined');
}

function thrown(): unknown {
  try {
    return faultyPart();
  } catch (error) {
    return error;
  }
}

it('a fault of this package keeps the stack of what was thrown, also in a copy', () => {
  const fault = asMessagingError(thrown());
  expect(stackOfFault(fault)).toContain('at faultyPart');
  expect(stackOfFault(nothingSent(fault))).toContain('at faultyPart');
});

it('an error that a person can act on has no stack to log', () => {
  const error = new MessagingError(fault('refused'));
  expect(stackOfFault(asMessagingError(error))).toBeUndefined();
  expect(stackOfFault(asMessagingError('text'))).not.toContain('faultyPart');
});

it.each([
  [['Invalid sender.', 'Enter another one.'], 'Invalid sender. Enter another one.'],
  [['Invalid sender', 'Enter another one.'], 'Invalid sender. Enter another one.'],
  [['Who is it? ', undefined, ''], 'Who is it?'],
])('sentences of others have one full stop in one line: %j', (sentences, line) => {
  expect(inOneLine(...sentences)).toBe(line);
});
