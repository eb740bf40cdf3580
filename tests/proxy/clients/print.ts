import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defects } from '../../client/defects/index.ts'
import { fakeCommand } from '../../client/judge.ts'
import { legal } from '../../client/legal.ts'
import { randomOf } from '../../recording/thin.ts'
import { foundInTraffic } from './course.ts'

// `npm run proxied`: runs the example clients, wrong clients and right ones chosen by chance through the proxy, in front of the sandbox. It prints what is found beside what `certify client` finds. False alarms end it with 1.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    wrong: { type: 'string', default: '20' },
    right: { type: 'string', default: '10' },
    'at-once': { type: 'string', default: '4' },
  },
})

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const random = randomOf(Number(values.seed))

/** So many of a list, by chance. */
const chosen = (names: readonly string[], count: number): readonly string[] =>
  names
    .map((name) => [random(), name] as const)
    .toSorted(([one], [other]) => one - other)
    .slice(0, count)
    .map(([, name]) => name)

interface Client {
  readonly name: string
  readonly command: readonly string[]
  /** The requirements that fail or warn in `certify client`; empty for a right client. */
  readonly finds: readonly string[]
}

const right = (name: string, command: readonly string[]): Client => ({ name, command, finds: [] })

const clients: readonly Client[] = [
  right('examples/client-typescript', [process.execPath, at('examples/client-typescript/client.ts')]),
  right('examples/client-python', ['python3', at('examples/client-python/client.py')]),
  ...chosen(Object.keys(legal), Number(values.right)).map((name) => right(name, fakeCommand(name))),
  ...chosen(Object.keys(defects), Number(values.wrong)).map((name) => ({
    ...{ name, command: fakeCommand(name) },
    finds: [...(defects[name]?.finds ?? []), ...(defects[name]?.warns ?? [])],
  })),
]

const left = [...clients]
let [found, alarms] = [0, 0]

async function work(): Promise<void> {
  for (let client = left.shift(); client !== undefined; client = left.shift()) {
    const { name, command, finds } = client
    const broken = await foundInTraffic(command)
    const seen = broken.map(({ requirement, by }) =>
      by === 'client' ? requirement : `${requirement} (platform)`,
    )
    const isRight = finds.length === 0
    if (isRight ? seen.length > 0 : broken.some(({ by }) => by === 'platform')) alarms += 1
    if (broken.some(({ requirement }) => finds.includes(requirement))) found += 1
    process.stdout.write(
      `| ${[isRight ? 'right' : 'wrong', name, finds.join(', '), seen.join(', ')].join(' | ')} |\n`,
    )
  }
}

process.stdout.write('|  | client | `certify client` finds | the proxy finds |\n| --- | --- | --- | --- |\n')
await Promise.all(Array.from({ length: Number(values['at-once']) }, work))
const wrong = clients.filter(({ finds }) => finds.length > 0).length
process.stdout.write(
  `\n${found} of ${wrong} wrong clients show the same breach in their traffic; ${alarms} false alarms on ${clients.length} clients\n`,
)
process.exitCode = alarms === 0 ? 0 : 1
