import { jsonParse, type IDataObject } from 'n8n-workflow';

/** A result as n8n stores it: plain JSON, without undefined fields. */
export function asData(value: object): IDataObject {
  return jsonParse<IDataObject>(JSON.stringify(value));
}
