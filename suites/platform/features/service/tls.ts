import type { Handshake } from '../../../../conformance/ports/handshake.ts'
import {
  all,
  CannotTell,
  cannotTell,
  cutOff,
  failed,
  observedEach,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'

const VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const

/** Handshakes by version; absent where this machine cannot offer the version. */
type Trace = Readonly<Partial<Record<(typeof VERSIONS)[number], readonly Handshake[]>>>

/** Checks that no version below TLS 1.2 is accepted (5.rule.9, R23). */
export const tlsVersions: PlatformScenario = scenario<Trace>({
  id: 'service/tls-versions',
  title: 'The platform accepts TLS 1.2 or higher only',
  needs: [{ offers: 'https' }],
  readOnly: true,
  async drive({ handshake }) {
    const trace: Partial<Record<(typeof VERSIONS)[number], readonly Handshake[]>> = {}
    for (const version of VERSIONS) {
      try {
        trace[version] = await handshake(version)
      } catch (error) {
        if (!(error instanceof CannotTell)) throw error
      }
    }
    return trace
  },
  claims: [
    claim('tls-1-0-refused', (trace) => refused(trace, 'TLSv1')),
    claim('tls-1-1-refused', (trace) => refused(trace, 'TLSv1.1')),
    claim('tls-1-2-accepted', (trace) => outcome(trace['TLSv1.2'])),
    claim('tls-1-3-accepted', (trace) => outcome(trace['TLSv1.3'])),
  ],
})

/** Judges that a version was refused. It counts only if the same host accepts a newer version. */
function refused(trace: Trace, version: 'TLSv1' | 'TLSv1.1'): Verdict {
  const tried = trace[version]
  if (tried === undefined) return cannotTell(`this machine cannot offer ${version}`)
  const newer = [...(trace['TLSv1.2'] ?? []), ...(trace['TLSv1.3'] ?? [])]
  return all(
    tried.map(({ host, accepted, message }) => {
      if (accepted)
        return failed({ expected: `${version} is refused`, observed: `${host} accepted it`, at: host })
      return newer.some((one) => one.host === host && one.accepted)
        ? passed(message)
        : cutOff(`${host} took no version of TLS at all`)
    }),
  )
}

function outcome(handshakes: readonly Handshake[] | undefined): Verdict {
  if (handshakes === undefined) return cannotTell('this machine cannot offer the version')
  return observedEach(handshakes.map(({ host, accepted }) => `${host}: ${accepted ? 'accepted' : 'refused'}`))
}
