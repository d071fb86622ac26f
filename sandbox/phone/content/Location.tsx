import { Link } from '../Formatted';
import type { LocationContent } from '../../service/wire';

/** A position on a small drawn map with a link to a real one, which needs the internet. */
export function Location({ content }: { content: LocationContent }) {
  const { longitude, latitude, name, address } = content;
  const query = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
  return (
    <>
      <Map longitude={longitude} latitude={latitude} />
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

/** Streets that differ from place to place, so that two positions do not look the same. */
function Map({ longitude, latitude }: { longitude: number; latitude: number }) {
  const bend = (value: number) => ((Math.abs(value) * 1000) % 60) - 30;
  const [across, along] = [bend(longitude), bend(latitude)];
  return (
    <svg class="map" viewBox="0 0 260 130" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="260" height="130" fill="var(--map-land)" />
      <g fill="none" stroke="var(--map-street)" stroke-width="8">
        <path
          d={`M-5 ${30 + along} Q 130 ${across} 265 ${50 + along}`}
          stroke="var(--map-water)"
          stroke-width="18"
        />
        <path d={`M-5 ${80 + across} L 265 ${60 - along}`} />
        <path d={`M${90 + along} -5 L ${150 - across} 135`} />
        <path d={`M${210 - across} -5 L ${190 + along} 135`} stroke-width="4" />
        <path d={`M-5 ${115 - along} L 265 ${105 + across}`} stroke-width="4" />
      </g>
      <path d="M130 78c-9-12-14-18-14-25a14 14 0 0 1 28 0c0 7-5 13-14 25z" fill="var(--map-pin)" />
      <circle cx="130" cy="53" r="5" fill="white" />
    </svg>
  );
}
