import { once } from 'node:events'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { ENTRY_KINDS, type EntryKind } from '../../conformance/ledger.ts'
import { eventsOf, recordingJson, writeWhole } from '../../reporters/index.ts'
import { type JudgedRecording, judgeRecordings } from '../../sides/recording/index.ts'
import { specOf } from '../../sides/version.ts'
import { type Judged, listenAddress, openProxy } from '../../traffic/proxy/index.ts'
import type { Io } from '../io.ts'
import { breachText, reasonsToDoubt, unjudgedLines, verdictLines, withWhole } from '../proxy/text.ts'
import { frontWords } from '../rerun.ts'
import { makeFolder } from '../run-folder/make-folder.ts'
import { writeReports } from '../run-folder/reports.ts'

export interface ProxyCommandOptions {
  /** Name and version of the tool. */
  readonly suite: { readonly name: string; readonly version: string }
  readonly target: string
  readonly listen: string
  readonly deliverTo?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly whole?: readonly string[]
  readonly apiVersion?: string
  readonly out?: string
  readonly json?: boolean
}

/**
 * `proxy`: stands between clients and a platform until it is interrupted. It records and judges what passes. At its end it judges the
 * whole recording, and writes the reports of a run.
 *
 * @returns 1 where a `must` statement was broken; 3 where recording or judging failed, nothing was judged, or the platform never
 * answered
 */
export async function proxyCommand(options: ProxyCommandOptions, io: Io): Promise<number> {
  const signal = io.interruption()
  const { target, deliverTo, tlsCert, tlsKey, apiVersion } = options
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw usageError('--tls-cert and --tls-key belong together', 'give both, or none for plain HTTP')
  if (deliverTo !== undefined && !(/^https?:\/\//i.test(deliverTo) && URL.canParse(deliverTo)))
    throw usageError(
      // Only up to its path, which may be secret, and not at all where it may name a user.
      `--deliver-to ${deliverTo.includes('@') ? '' : deliverTo.split(/[/?#]/, 1)[0]}: it should be an http or https address`,
      'such as http://127.0.0.1:3000/hooks',
    )
  if (deliverTo !== undefined && (new URL(deliverTo).username || new URL(deliverTo).password))
    throw usageError(
      '--deliver-to: the address must not have a user or a password',
      'put the proxy before a receiver that needs none, since deliveries pass as they are',
    )
  const listen = listenAddress(options.listen)
  const whole = wholeKinds(options.whole ?? [], deliverTo !== undefined)
  const started = new Date(io.now()).toISOString()
  const folder = options.out ?? `reports/${started.slice(0, 19).replaceAll(':', '-')}`
  makeFolder(folder)
  // Lines for people go where JSON does not.
  const say = options.json ? io.err : io.out
  const time = () => new Date(io.now()).toISOString().slice(11, 19)
  const proxy = await openProxy(
    {
      ...{ target, env: io.env, listen, whole, folder, now: io.now },
      ...(deliverTo !== undefined && { deliverTo }),
      ...(apiVersion !== undefined && { apiVersion }),
      ...(tlsCert !== undefined && tlsKey !== undefined && { tls: { cert: tlsCert, key: tlsKey } }),
    },
    {
      breached: (breach) => say(`${time()}  ${breachText(breach)}\n`),
      failed: (error) => io.err(`${time()}  nothing is recorded any more: ${error.message}\n`),
    },
  )
  const { base, auth, hooks } = proxy.addresses
  const line = (name: string, { here, there }: typeof base, words: string) =>
    `${name.padEnd(10)}  ${here}  ${words} ${there}\n`
  say(
    [
      line('base_url', base, 'in place of'),
      line('auth_url', auth, 'in place of'),
      hooks === undefined ? '' : line('webhooks', hooks, 'passed on to'),
      `recording   ${proxy.file}\n\nCtrl-C ends it.\n\n`,
    ].join(''),
  )
  if (proxy.isExposed)
    io.err(
      `warning: other machines can reach ${options.listen}. They can send requests to the platform through it. Plain HTTP shows secrets on the network.\n`,
    )
  if (!signal.aborted) await once(signal, 'abort')
  const passed = await proxy.end()
  if (passed === undefined) return 3
  const sayAll = (lines: readonly string[]) => say(lines.map((text) => `${text}\n`).join(''))
  // Said before the whole recording is judged, which may take long.
  sayAll(unjudgedLines(passed))
  const { report, facts } = await reportsIn(folder, proxy, passed, options, io).catch((error: unknown) => {
    sayAll(verdictLines(passed))
    throw error
  })
  const judged = withWhole(passed, report)
  sayAll([`reports     ${folder}/report.html`, ...verdictLines(judged)])
  const code = codeOf(judged, io) || (facts.hasFaults ? 3 : 0)
  if (options.json) io.out(recordingJson(report, { ...facts, secrets: facts.secrets.count }, code))
  return code
}

function codeOf(judged: Judged, io: Io): number {
  if (judged.broken.some(({ level }) => level === 'must')) return 1
  const reasons = reasonsToDoubt(judged)
  for (const reason of reasons) io.err(`error: ${reason}\n`)
  return reasons.length > 0 ? 3 : 0
}

/** Judges the whole recording, and writes the reports into the folder. */
async function reportsIn(
  folder: string,
  { file, apiVersion }: { readonly file: string; readonly apiVersion: string },
  { broken }: Judged,
  { suite }: ProxyCommandOptions,
  io: Io,
): Promise<JudgedRecording> {
  const spec = await specOf(apiVersion, '--api-version')
  const command = [...frontWords(io.env), 'judge', file, '--api-version', apiVersion]
  const found = broken.flatMap(({ requirement, finding }) => (finding ? [{ requirement, finding }] : []))
  const recording = await judgeRecordings({ files: [file], spec, suite, command, found, now: io.now })
  const { record, report } = recording
  const lines = eventsOf(record).map((event) => `${JSON.stringify(event)}\n`)
  writeWhole(join(folder, 'results.jsonl'), lines.join(''))
  writeReports(folder, record, { report })
  return recording
}

/** Deliveries are whole where they pass through the proxy; of other kinds only the user can know it. */
function wholeKinds(given: readonly string[], hasHooks: boolean): readonly EntryKind[] {
  const wrong = given.find((kind) => !ENTRY_KINDS.some((one) => one === kind))
  if (wrong !== undefined) throw usageError(`--whole ${wrong}: it should be one of ${ENTRY_KINDS.join(', ')}`)
  return ENTRY_KINDS.filter((kind) => given.includes(kind) || (kind === 'deliveries' && hasHooks))
}
