import { asText, readProperty } from '../core/reading';

/** How an administrator of n8n allows what its protection against SSRF (`N8N_SSRF_PROTECTION_ENABLED`) blocks. */
export const allowInN8n = (host: string) =>
  `set N8N_SSRF_ALLOWED_HOSTNAMES to ${host}, or N8N_SSRF_ALLOWED_IP_RANGES to its address, in the environment of n8n`;

/** Whether n8n refused a request before it sent anything. Its error may be the cause of others. */
export function isBlockedByN8n(error: unknown, depth = 4): boolean {
  if (error === undefined || depth === 0) return false;
  if (asText(readProperty(error, 'name'))?.startsWith('SsrfBlocked') === true) return true;
  return isBlockedByN8n(readProperty(error, 'cause'), depth - 1);
}
