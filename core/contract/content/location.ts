import { z } from 'zod/v4';

import { field, ruled, optionalText } from '../field';
import { contentOptions } from './text';

function degrees(limit: number) {
  return ruled(z.number(), (value) =>
    Math.abs(value) <= limit ? [] : [{ key: 'degrees', values: { min: -limit, max: limit, got: value } }],
  );
}

/** A position on the map (specification 2.4). */
export const locationContentSchema = z.strictObject({
  type: z.literal('Location'),
  latitude: field(degrees(90), {
    label: 'Latitude',
    help: 'Degrees north of the equator, negative for south.',
    placeholder: 'e.g. 47.3769',
  }),
  longitude: field(degrees(180), {
    label: 'Longitude',
    help: 'Degrees east of Greenwich, negative for west.',
    placeholder: 'e.g. 8.5417',
  }),
  name: optionalText('Name', 'Name of the place.', 'e.g. Main station'),
  address: optionalText('Address', 'Address of the place, on one line.', 'e.g. Bahnhofplatz 1, 8001 Zurich'),
  options: contentOptions,
});
