import fc from 'fast-check';

import { judgeMessage } from '../../../core/contract';
import { formatPath, problemOf, problemText } from '../../../core/contract/problem';
import { textOf } from '../../../core/errors/sentence';
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
      const judged = judgeMessage(request);
      const findings = judged.ok ? [] : judged.findings;
      expect(judged.ok).toBe(findings.length === 0);
      for (const finding of findings)
        expect(textOf(problemText(problemOf(finding, request)))).toContain(formatPath(finding.path));
    }),
  );
});

it('what is taken goes out as it was given, and is taken again after its way over the wire', () => {
  check(
    fc.property(fc.oneof(messageRequest, given), (request) => {
      const judged = judgeMessage(request, { strictLimits: false });
      if (!judged.ok || judged.notes.length > 0) return;
      expect(JSON.parse(JSON.stringify(judged.value))).toEqual(JSON.parse(JSON.stringify(request)));
      const again = judgeMessage(JSON.parse(JSON.stringify(judged.value)), { strictLimits: false });
      expect(again).toEqual(judged);
    }),
  );
});
