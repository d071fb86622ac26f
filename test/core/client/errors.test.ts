import { asMessagingError, MessagingError, nothingSent, stackOfFault } from '../../../core/client';

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
  const error = new MessagingError({ message: 'No', outcome: 'rejected', code: 'not_delivered' });
  expect(stackOfFault(asMessagingError(error))).toBeUndefined();
  expect(stackOfFault(asMessagingError('text'))).not.toContain('faultyPart');
});
