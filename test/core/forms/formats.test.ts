import { forms } from '../../../core/forms';

test('the description of a form says in which format the contract demands a text', () => {
  const formats = JSON.stringify(forms).match(/(?<="format":")\w+/g);
  expect([...new Set(formats)].sort()).toEqual([
    'amount',
    'calendarDate',
    'dateTime',
    'fullDateTime',
    'internationalNumber',
    'webAddress',
  ]);
});
