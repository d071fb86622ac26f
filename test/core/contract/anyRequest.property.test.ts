import fc from 'fast-check';

import { batchRequestSchema, messageRequestSchema, validate } from '../../../core/contract';
import { check } from '../fuzzing';
import { damage, damaged } from './disagreement/damage';
import { batchRequest, messageRequest } from './disagreement/requests';

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
  key: fc.constantFrom(
    'type',
    'content',
    'to',
    'from',
    'channel',
    'toString',
    '__proto__',
    'constructor',
    'x',
  ),
});
const wounds = fc.array(damage, { maxLength: 3 });
const given = fc.oneof(
  anything,
  fc.tuple(messageRequest, wounds).map(([request, hurt]) => damaged(request, hurt)),
  fc.tuple(batchRequest, wounds).map(([request, hurt]) => damaged(request, hurt)),
);

it('whatever is given as a request is taken, or refused with a reason for each field; nothing else happens', () => {
  check(
    fc.property(given, (request) => {
      for (const verdict of [
        validate(messageRequestSchema, request),
        validate(batchRequestSchema, request),
      ]) {
        const problems = verdict.ok ? [] : verdict.problems;
        expect(verdict.ok).toBe(problems.length === 0);
        for (const { path, said, message } of problems) {
          expect(said).not.toBe('');
          expect(message).toBe(path === '' ? message : `${path}: ${message.slice(path.length + 2)}`);
        }
      }
    }),
  );
});

it('what is taken goes out as it was given, and is taken again after its way over the wire', () => {
  check(
    fc.property(fc.oneof(messageRequest, given), (request) => {
      const verdict = validate(messageRequestSchema, request);
      if (!verdict.ok) return;
      expect(JSON.parse(JSON.stringify(verdict.value))).toEqual(JSON.parse(JSON.stringify(request)));
      expect(validate(messageRequestSchema, JSON.parse(JSON.stringify(verdict.value)))).toEqual(verdict);
    }),
  );
});
