/** The secrets of a profile, with characters that each encoding writes in another way. */
export const SECRETS = {
  clientSecret: 'cl1ent&secret=+/"4711~ü?',
  integrationKey: 'Int/Key+77&<00>==%zz',
}

/** The guises of a secret, written down without a look at how the suite takes them out. */
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
    // In the middle of something longer, in each of the three places of a group of bytes.
    ...[1, 2].flatMap((before) =>
      (['base64', 'base64url'] as const).map((encoding) =>
        Buffer.concat([Buffer.alloc(before), bytes])
          .toString(encoding)
          .slice(4, -4),
      ),
    ),
  ]
}

/** Which guises of which secrets stand in a text. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.flatMap((secret) => guisesOf(secret).filter((guise) => text.includes(guise)))
}
