import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'

/** A certification that is driven by hand. */
export interface HandRun {
  /** Address of its page. */
  readonly page: string
  /** Its exit code. */
  readonly ended: Promise<number>
  /** The verdicts of its report, by requirement. */
  verdicts(): Readonly<Record<string, string>>
}

/** Starts the certification of a client without a command, for some scenarios. */
export async function beginByHand(folder: string, scenarios: readonly string[]): Promise<HandRun> {
  const profile = join(folder, 'client.yaml')
  const out = join(folder, 'out')
  const journey = '[submit, poll, bind, proposal, policy]'
  writeFileSync(profile, `client: { timeout: 60s, journey: ${journey} }\n`)
  const io = { ...fakeIo(), now: Date.now }
  const printed = Promise.withResolvers<string>()
  const heard = (text: string) => {
    const [page] = /http:\S+\/r\/\w+/.exec(text) ?? []
    if (page !== undefined) printed.resolve(page)
  }
  const chosen = scenarios.flatMap((one) => ['--scenario', one])
  const words = ['certify', 'client', '--target', profile, '--out', out, '--quiet', ...chosen]
  const ended = main(words, { ...io, out: heard })
  return {
    page: await printed.promise,
    ended,
    verdicts() {
      const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
      return Object.fromEntries(
        report.requirements.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
      )
    },
  }
}
