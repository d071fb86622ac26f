/** Where the core's own sentences say what to do in the account. */
const ACCOUNT =
  /(base URL|paths|User Name and Password|the service|Check both|https:\/\/,?|Switzerland|country code|[Tt]he loop guard|a setting|the number|a path such as \S+|such as \+4179\*) (in|of) the account\b/g;

/** A text of the core in n8n's words: the settings of an account are in a credential. */
export function inCredentialWords(text: string): string {
  return text
    .replace(ACCOUNT, '$1 $2 the credential')
    .replace('The account has no base URL', 'The credential has no base URL');
}
