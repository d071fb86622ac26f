import { forms, type FormField } from '../../../core/forms';

function contentField(content: string, ...path: string[]): FormField | undefined {
  let fields = forms.contents.find(({ value }) => value === content)?.fields ?? [];
  let found: FormField | undefined;
  for (const step of path) {
    found = fields.find(({ name }) => name === step);
    fields = found === undefined ? [] : within(found);
  }
  return found;
}

function within(field: FormField): FormField[] {
  switch (field.kind) {
    case 'group':
      return field.fields;
    case 'oneOf':
      return field.variants.flatMap((variant) => variant.fields);
    case 'list':
      return field.entry.kind === 'group'
        ? field.entry.fields
        : field.entry.variants.flatMap((variant) => variant.fields);
    default:
      return [];
  }
}

describe('the description of a form says what the contract demands', () => {
  test.each([
    ['the longest text', ['Interactive', 'body', 'text'], { maxLength: 1024 }],
    [
      'plain text',
      ['Interactive', 'action', 'buttons', 'title'],
      { maxLength: 20, noEmojis: true, noMarkdown: true },
    ],
    ['the most entries', ['Interactive', 'action', 'buttons'], { maxEntries: 3 }],
    ['the range of a number', ['Location', 'latitude'], { min: -90, max: 90 }],
    ['a web address', ['Image', 'url'], { format: 'webAddress' }],
    ['a date', ['Contacts', 'contacts', 'birthDay'], { format: 'calendarDate' }],
    ['a date and time', ['Template', 'components', 'parameters', 'dateTime'], { format: 'fullDateTime' }],
  ])('%s', (_name, [content = '', ...path], bounds) => {
    expect(contentField(content, ...path)).toMatchObject(bounds);
  });

  test('whole numbers with their range', () => {
    const pageLimit = forms.smsOptions.fields.find(({ name }) => name === 'pageLimit');
    expect(pageLimit).toMatchObject({ whole: true, min: 1, max: 10 });
  });

  test('and nothing of it is lost when the build writes it as JSON', () => {
    // What JSON cannot express, such as infinity, becomes null.
    expect(JSON.stringify(forms)).not.toContain(':null');
  });
});
