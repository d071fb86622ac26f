import { on, problemsOf } from './requests';

const place = { type: 'Location', longitude: 8.5417, latitude: 47.3769 };

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
  ])('refuses %s', (_name, content, problems) => {
    expect(problemsOf(on('Whatsapp', content))).toEqual(problems);
  });
});
