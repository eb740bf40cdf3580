/** The secrets of a profile, with characters that each encoding writes differently. */
export const SECRETS = {
  clientSecret: 'cl1ent&secret=+/"4711~ü?',
  integrationKey: 'Int/Key+77&<00>==%zz',
}

/** The encoded forms of a secret, written independently of the redaction of the suite. */
function guisesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const quoted = JSON.stringify(secret).slice(1, -1)
  return [
    secret,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ s: secret }).toString().slice(2),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    // In the middle of a longer text, at each of the three positions of a base64 group.
    ...[1, 2].flatMap((before) =>
      (['base64', 'base64url'] as const).map((encoding) =>
        Buffer.concat([Buffer.alloc(before), bytes])
          .toString(encoding)
          .slice(4, -4),
      ),
    ),
  ]
}

/** Further encoded forms in which a platform may show a secret that it received. All of them must be redacted. */
export function disguised(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const each = (write: (code: number) => string, text = secret) =>
    [...Array(text.length).keys()].map((at) => write(text.charCodeAt(at))).join('')
  const whole = [
    each((code) => `\\u${code.toString(16).padStart(4, '0')}`),
    each((code) => `&#${code};`),
    each((code) => `&#x${code.toString(16)};`),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    // Only ASCII letters: other letters may change their length with their case.
    secret.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
    secret.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  ]
  const long = bytes.length < 16 ? [] : [hex, hex.toUpperCase(), (hex.match(/../g) ?? []).join(':')]
  const most = secret.length < 24 ? [] : [secret.slice(0, Math.ceil(0.7 * secret.length))]
  return [...whole, ...long, ...most]
}

/** The encoded forms of secrets that occur in a text. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.flatMap((secret) =>
    [...guisesOf(secret), ...disguised(secret)].filter((guise) => text.includes(guise)),
  )
}
