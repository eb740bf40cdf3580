import { type ProfileKey, type ProfileSide, profileKeysOf } from './keys.ts'

/** The name of each side in headings, and the command that uses its profile. */
const SIDES: Readonly<Record<ProfileSide, readonly [title: string, command: string]>> = {
  platform: ['A platform', 'run --target profile.yaml'],
  receiver: ['A webhook receiver', 'certify receiver --target receiver.yaml'],
  client: ['An API client', 'certify client --target client.yaml'],
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function row({ path, meaning, form, required, fallback }: ProfileKey): string {
  const absent = required ? 'required' : fallback === undefined ? '' : `\`${JSON.stringify(fallback)}\``
  return `| \`${path}\` | ${cell(meaning)} | ${cell(form)} | ${cell(absent)} |`
}

/** The reference of all profile keys, as a page of Markdown. */
export function referencePage(): string {
  const sides = Object.entries(SIDES).map(([side, [title, command]]) => {
    const rows = profileKeysOf(side as ProfileSide).map(row)
    return [
      `## ${title}`,
      '',
      `    npx quote-conformance ${command}`,
      '',
      '| key | for | must be | without it |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n')
  })
  return `${HEAD}\n${sides.join('\n')}`
}

const HEAD = `# Every key of a profile

<!-- Made from the shapes in targets/profile/ by \`npm run reference\`; changes belong there. -->

A profile is YAML or JSON. \`\${NAME}\` is taken from the environment, anywhere in it; braces with anything else stay as they are.
A variable of one line must have no blank or line end around it, and no secret may have an invisible character.
Durations are \`250ms\`, \`8s\`, \`2m\`. Unknown keys are errors, and mistakes are named together, up to twenty. File names are relative to the profile's folder. What a profile leaves
out makes the requirements that need it not exercised, each with the key to add. \`npx quote-conformance help KEY\` prints one line of this page.

\`npx quote-conformance schema profile\` prints the JSON Schema of a platform's profile, for editors; \`receiver-profile\` and
\`client-profile\` are the others. The first line of a profile tells an editor where it is:

    # yaml-language-server: $schema=./profile.schema.json

An operator action is \`http\` with \`method\`, \`url\`, \`headers\` and \`body\`, or a \`command\` with its arguments. \`returns\` maps names to
JSON Pointers into the answer. A value in braces is put in wherever the recipe names it; the method is POST unless it is named:

    operator:
      review_approve: { http: { url: "https://back-office.example/reviews/{quote_id}", headers: { x-secret: "\${SECRET}" } } }
      rotate_secret: { command: ["./rotate.sh", "{endpoint_id}"], returns: { signing_secret: /secret } }

\`register_endpoint\` may also name {certificate}, of a receiver with TLS, and {partner_id}, where another partner's endpoint is registered.
`
