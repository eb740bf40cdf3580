import { messageOf } from '../../conformance/errors.ts'
import type { Obstacle, RunEvent } from '../../conformance/events.ts'
import type { ClientNeed, ClientPorts } from '../../conformance/ports/client.ts'
import type { Lease, Target } from '../../conformance/ports/target.ts'
import { canariesOf } from '../evidence/canaries.ts'
import { EvidenceSanitizer } from '../evidence/evidence-sanitizer.ts'
import { type GenerationOptions, generationOf } from '../evidence/generation.ts'
import { Recorder } from '../evidence/recorder.ts'
import { Redactor } from '../evidence/redaction.ts'
import type { ClientProfile } from '../profile/index.ts'
import { clientLackOf } from './needs.ts'
import { programOf } from './process/program.ts'
import { Sessions, type SessionsOptions } from './sessions.ts'

/** A client to be judged. */
export interface ClientTarget extends Target<ClientPorts> {
  /** The address of the page of a run that people drive; undefined where a command starts the client. */
  readonly page: string | undefined
  /** Receives every event of the run, so that the page can show verdicts. */
  heard(event: RunEvent): void
  /** Checks whether the client can be started, and whether the simulated platform can listen. Starts nothing. */
  ready(): Promise<Obstacle | undefined>
}

export type ClientOptions = GenerationOptions &
  Omit<SessionsOptions, 'canary' | 'redactor'> & { readonly seed: number }

const RUNS = 8

/** Opens a client. Nothing is started yet. */
export async function openClient(profile: ClientProfile, options: ClientOptions): Promise<ClientTarget> {
  const { seed, apiVersion } = options
  const { command, folder, journey, programEnv } = profile
  const redactor = new Redactor(profile.secrets)
  const sanitizer = new EvidenceSanitizer(redactor)
  const sessions = new Sessions(profile, { ...options, redactor, canary: canariesOf(seed).clientSecret })
  // If it cannot listen, the check `ready` reports that.
  const own = await sessions.listen().catch(() => `http://${profile.listen}`)
  const baseUrl = profile.publicUrl ?? own

  return {
    facts: { name: profile.name, environment: profile.environment, baseUrl, apiVersion },
    isolates: false,
    page: sessions.page === undefined ? undefined : `${baseUrl}${sessions.page}`,
    heard: (event) => sessions.heard(event),
    lacks: (need) => clientLackOf(need as ClientNeed, profile),
    lost: () => sessions.probe.lost(),
    redact: (text) => redactor.text(text),
    shown: (evidence) => sanitizer.evidence(evidence),
    showsTooMuch: (text) => sanitizer.showsTooMuch(text),
    async ready() {
      const [program = ''] = command ?? []
      if (command !== undefined && programOf(program, folder, programEnv.PATH) === undefined)
        return { why: `client.command: there is no program ${program} that can be run`, cause: 'profile' }
      try {
        await sessions.gateway.origin('http')
        return undefined
      } catch (error) {
        const why = messageOf(error)
        return { why: `client.listen: ${why}`, cause: 'network' }
      }
    },
    async lease({ id }): Promise<Lease<ClientPorts>> {
      const recorder = new Recorder(id)
      const generation = generationOf(id, { runs: RUNS, ...options, embedded: false, virtual: false })
      return {
        ports: {
          facts: { name: profile.name, journey, byHand: command === undefined },
          generation: generation.port,
          perform: async (session) => ({
            journey,
            performances: await sessions.perform(session, recorder, id),
          }),
        },
        counterexamples: () => generation.counterexamples,
        exchanges: () => recorder.exchanges(),
        arrivals: () => [],
        release: async () => undefined,
      }
    },
    close: () => sessions.close(),
  }
}
