import { Link } from '../Formatted';
import type { LocationContent } from '../../service/wire';

/** A position, with a link to a map. */
export function Location({ content }: { content: LocationContent }) {
  const { longitude, latitude, name, address } = content;
  const query = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
  return (
    <>
      {name && <strong>{name}</strong>}
      {address && <p>{address}</p>}
      <p class="small">
        <Link url={`https://www.openstreetmap.org/?${query}`}>
          {latitude.toFixed(5)}, {longitude.toFixed(5)}
        </Link>
      </p>
    </>
  );
}
