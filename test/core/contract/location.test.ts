import { on, problemsOf } from './requests';

const place = { type: 'Location', longitude: 8.5417, latitude: 47.3769 };
const fields = 'the fields are type, latitude, longitude, name, address, options';

describe('LocationContent (specification 2.4)', () => {
  it.each([
    ['a position', {}],
    ['the ends of the scales', { longitude: 180, latitude: 90 }],
    ['the other ends of the scales', { longitude: -180, latitude: -90 }],
    ['zero', { longitude: 0, latitude: 0 }],
    ['a position of many digits', { longitude: 8.541694444444444, latitude: -0.000001 }],
    ['a name and an address', { name: 'Main station', address: 'Bahnhofplatz 1, 8001 Zurich' }],
    ['an empty name and address', { name: '', address: '' }],
    ['a null name and address', { name: null, address: null }],
  ])('accepts %s', (_name, change) => {
    expect(problemsOf(on('Whatsapp', { ...place, ...change }))).toEqual([]);
  });

  it.each([
    ['no longitude', { type: 'Location', latitude: 1 }, ['content.longitude: is required']],
    ['no latitude', { type: 'Location', longitude: 1 }, ['content.latitude: is required']],
    ['a null longitude', { ...place, longitude: null }, ['content.longitude: must be a number, got null']],
    ['a null latitude', { ...place, latitude: null }, ['content.latitude: must be a number, got null']],
    [
      'a text as longitude',
      { ...place, longitude: '8.5' },
      ['content.longitude: must be a number, got "8.5"'],
    ],
    ['a text as latitude', { ...place, latitude: '47' }, ['content.latitude: must be a number, got "47"']],
    ['no number at all', { ...place, latitude: Number.NaN }, ['content.latitude: must be a number, got NaN']],
    [
      'a number without end',
      { ...place, latitude: Number.POSITIVE_INFINITY },
      ['content.latitude: must be a number, got Infinity'],
    ],
    [
      'a longitude just too far east',
      { ...place, longitude: 180.0001 },
      ['content.longitude: must be from -180 to 180 degrees, got 180.0001'],
    ],
    [
      'a longitude just too far west',
      { ...place, longitude: -180.0001 },
      ['content.longitude: must be from -180 to 180 degrees, got -180.0001'],
    ],
    [
      'a latitude just too far north',
      { ...place, latitude: 90.0001 },
      ['content.latitude: must be from -90 to 90 degrees, got 90.0001'],
    ],
    [
      'a latitude just too far south',
      { ...place, latitude: -90.0001 },
      ['content.latitude: must be from -90 to 90 degrees, got -90.0001'],
    ],
    ['a name that is no text', { ...place, name: 5 }, ['content.name: must be text, got 5']],
    [
      'an address that is no text',
      { ...place, address: {} },
      ['content.address: must be text, got an object'],
    ],
    ['an unknown field', { ...place, url: null }, [`content.url: is not a field here; ${fields}`]],
    ['a field name in other case', { ...place, Name: 'a' }, ['content.Name: must be spelled name']],
  ])('refuses %s', (_name, content, problems) => {
    expect(problemsOf(on('Whatsapp', content))).toEqual(problems);
  });
});
