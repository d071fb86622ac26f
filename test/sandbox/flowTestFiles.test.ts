import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { testCommand } from '../../sandbox/flowTests/command';
import { readTest, writeTest } from '../../sandbox/flowTests/format';
import { junitReport } from '../../sandbox/flowTests/junit';
import { proposedPattern, wholeText } from '../../sandbox/flowTests/patterns';
import { check } from '../core/fuzzing';
import { sound, startFlow } from './sampleFlows';
import { call, quietSandbox } from './support';

const HEAD = "name: Order\nperson: '+41795550111'\nchannel: Whatsapp\n";
const withSteps = (...steps: string[]) => `${HEAD}steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`;

describe('the file of a test', () => {
  it('is written as it is read', () => {
    const text = withSteps(
      "write: Hello\n    person: '+41795550112'\n    channel: Sms",
      'expect:\n      contains: menu\n      button: Pizza\n      within: 5 seconds',
      'tap: Pizza',
      'advance: 1 hour',
      'fault: server-error\n    times: 2',
    );
    expect(writeTest(readTest(text))).toBe(text);
  });

  it.each([
    ['no YAML', 'name: [', /^line 1: /],
    ['nothing', '', /^line 1: /],
    ['no list of steps', `${HEAD}steps: none`, /^line 4: steps: /],
    ['no steps', `${HEAD}steps: []`, /^line 4: steps: A test has at least one step\.$/],
    [
      'a national number',
      withSteps('write: Hi').replace('+41795550111', '0795550111'),
      /^line 2: person: Write the number/,
    ],
    [
      'a number that YAML takes for one',
      withSteps('write: Hi').replace("'+41795550111'", '+41795550111'),
      /^line 2: person: /,
    ],
    ['another channel', withSteps('write: Hi').replace('Whatsapp', 'Fax'), /^line 3: channel: /],
    ['an unknown field', `${withSteps('write: Hi')}speed: fast\n`, /speed/],
    [
      'an unknown step',
      withSteps('write: Hi', 'shout: Hi'),
      /^line 6: step 2: A step is one of write, tap, expect, advance or fault\.$/,
    ],
    ['a step that is no object', withSteps('write'), /^line 5: step 1: A step is one of/],
    [
      'an unknown field of a step',
      withSteps('write: Hi', 'expect: { txet: Hi }'),
      /^line 6: step 2, expect: .*txet/,
    ],
    ['an empty text', withSteps("write: ''"), /^line 5: step 1, write: /],
    [
      'a wrong pattern',
      withSteps("expect: { pattern: '(' }"),
      /^line 5: step 1, expect, pattern: This is not a regular expression\.$/,
    ],
    [
      'a wrong duration',
      withSteps('write: Hi', 'expect: { within: soon }'),
      /^line 6: step 2, expect, within: 'soon' is not a duration/,
    ],
    [
      'a duration without a unit',
      withSteps('advance: 10'),
      /^line 5: step 1, advance: '10' is not a duration/,
    ],
    ['an alias of nothing', withSteps('*nothing'), /^line 1: .*nothing/],
    ['an unknown fault', withSteps('fault: earthquake'), /^line 5: step 1, fault: /],
  ])('with %s is refused with the line', (_name, text, words) => {
    expect(() => readTest(text)).toThrow(words);
  });

  it('with several mistakes names them all', () => {
    expect(() => readTest(withSteps("write: ''", 'advance: never'))).toThrow(/line 5: .*\nline 6: /);
  });

  it('whatever the text, is read or refused with words', () => {
    check(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => withSteps(text)),
        ),
        (text) => {
          try {
            readTest(text);
          } catch (error) {
            expect(String(error)).toMatch(/^Error: line \d+: ./);
          }
        },
      ),
    );
  });
});

describe('the proposed pattern', () => {
  it.each([
    ['Your code is 123456.', 'Your code is 987654.'],
    ['Order A7K2Q9 is ready', 'Order B1C3D5 is ready'],
    ['See you at 9:30 on 31.12.2026', 'See you at 14:05 on 1.1.2027'],
    ['Until 2026-12-31 10:00:00', 'Until 2027-01-02 23:59:59'],
    ['Total: CHF 12.50 (VAT 3%)', "Total: CHF 1'204.95 (VAT 3%)"],
    ['Parcel ORD-4711-X', 'Parcel ORD-4712-Y'],
    ['Id 7c242ae7-9d79-4b83-bb59-20ff1cd2ec86', 'Id 0755996a-c97c-41f1-bb77-d5c8da586099'],
  ])('of "%s" matches "%s"', (recorded, later) => {
    const pattern = proposedPattern(recorded) ?? '';
    for (const text of [recorded, later]) expect(wholeText(pattern).test(text)).toBe(true);
    expect(wholeText(pattern).test(recorded.replace(/[A-Z]\w+/, 'Something else'))).toBe(false);
  });

  it.each(['Hello Anna', 'Reply 1 for pizza or 2 for pasta', 'STOP', ''])('is missing for "%s"', (text) => {
    expect(proposedPattern(text)).toBeUndefined();
  });

  it('always matches the text that it was made from', () => {
    check(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer(), (words, number) => {
        const text = `${words} ${number} ${words}`;
        const pattern = proposedPattern(text);
        if (pattern !== undefined) expect(wholeText(pattern).test(text)).toBe(true);
      }),
    );
  });
});

describe('on the command line', () => {
  it('runs the tests of a folder, says what is red, and writes a JUnit report', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tests-'));
    const sandbox = await quietSandbox();
    const flow = await startFlow(sandbox);
    flow.use(sound.greeting.answers);
    writeFileSync(join(folder, 'a.yaml'), writeTest({ ...sound.greeting.test, name: 'Greeting' }));
    writeFileSync(join(folder, 'b.yml'), withSteps('write: Hello', 'expect: { text: "<Bye>", within: 1 s }'));
    writeFileSync(join(folder, 'c.yaml'), 'steps');
    writeFileSync(join(folder, 'notes.txt'), 'no test');
    let output = '';
    const report = join(folder, 'report.xml');
    const run = (...parameters: string[]) => testCommand(parameters, (text) => (output += text));
    expect(await run(folder, '--for', `${sandbox.url}/`, '--junit', report)).toBe(1);
    expect(output).toMatch(/✓ Greeting \(a\.yaml, /);
    expect(output).toMatch(
      /✗ Order \(b\.yml, .*\n {4}✓ 1\. writes "Hello"\n {4}✗ 2\. expected a message with the text "<Bye>", got "Hello Anna"\n/,
    );
    expect(output).toMatch(/✗ c\.yaml .*\n {4}✗ 1\. line 1: /);
    expect(output).toMatch(/\n1 green, 2 red\n$/);
    const xml = readFileSync(report, 'utf8');
    expect(xml).toContain('<testsuites tests="3" failures="2"');
    expect(xml).toContain(
      'message="step 2: expected a message with the text &quot;&lt;Bye&gt;&quot;, got &quot;Hello Anna&quot;"',
    );
    rmSync(join(folder, 'b.yml'));
    rmSync(join(folder, 'c.yaml'));
    expect(await run(folder, '--for', sandbox.url)).toBe(0);
    await flow.close();
    await sandbox.close();
    output = '';
    expect(await run(folder, '--for', sandbox.url)).toBe(2);
    expect(output).toMatch(/^No sandbox answers at http:/);
    expect(await run(folder)).toBe(2);
    rmSync(folder, { recursive: true });
  });

  it('writes names with control characters as XML can have them', () => {
    const xml = junitReport([{ name: 'a\u0000b "<&', outcome: 'green', steps: [], milliseconds: 1234 }]);
    expect(xml).toContain('name="a\ufffdb &quot;&lt;&amp;" time="1.234"/>');
  });
});

describe('the tests of the phone page', () => {
  it.each(['in memory', 'in a folder'])(
    'are kept %s: saved, changed, read as YAML, deleted',
    async (where) => {
      const folder = where === 'in a folder' ? join(mkdtempSync(join(tmpdir(), 'tests-')), 'new') : undefined;
      const sandbox = await quietSandbox({ tests: folder });
      const test = { ...sound.greeting.test, name: 'Größe & Preis?' };
      const at = async (path: string, method?: string, body?: unknown) =>
        await call(sandbox, `/sandbox/tests${path}`, { method, body });
      expect((await at('')).body).toEqual([]);
      expect((await at('', 'POST', test)).body).toEqual({ file: 'gro-e-preis.yaml' });
      expect((await at('', 'POST', test)).body).toEqual({ file: 'gro-e-preis-2.yaml' });
      await at('/gro-e-preis.yaml', 'PUT', { ...test, name: 'Other' });
      const kept = [
        { file: 'gro-e-preis-2.yaml', test },
        { file: 'gro-e-preis.yaml', test: { ...test, name: 'Other' } },
      ];
      expect((await at('')).body).toEqual(kept);
      expect(readTest((await at('/gro-e-preis.yaml')).text).name).toBe('Other');
      expect((await at('/gro-e-preis.yaml', 'DELETE')).status).toBe(204);
      expect((await at('/gro-e-preis.yaml')).status).toBe(404);
      const refused = await at('', 'POST', { ...test, steps: [{ advance: 'never' }] });
      expect(refused.status).toBe(400);
      expect(refused.body).toEqual({
        error: expect.stringMatching(/^step 1, advance: '.*' is not a duration/),
      });
      for (const name of ['..%2F..%2Fa.yaml', '.hidden.yaml', 'a.txt', 'a%00.yaml'])
        expect((await at(`/${name}`, 'PUT', test)).status).toBe(400);
      await sandbox.close();
    },
  );
});
