import type { Handshake } from '../../../../conformance/ports/handshake.ts'
import { defineScenario } from '../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type ReceiverContext, type ReceiverScenario } from '../../vocabulary/context.ts'

const OLD = ['TLSv1', 'TLSv1.1'] as const
const NEW = ['TLSv1.2', 'TLSv1.3'] as const

interface Trace {
  readonly old: readonly Handshake[]
  readonly new: readonly Handshake[]
}

/** All traffic uses TLS 1.2 or higher (5.rule.9). That older versions must be refused follows as good practice. */
export const endpointTls: ReceiverScenario = defineScenario<ReceiverContext, Spec, Trace>({
  id: 'endpoint/tls',
  title: 'Connections use TLS 1.2 or higher',
  needs: [{ offers: 'https' }],
  readOnly: true,
  async drive({ handshake }) {
    const tried = async (versions: readonly Handshake['version'][]) => {
      const all: Handshake[] = []
      for (const version of versions) {
        const one = await handshake(version)
        if (one !== undefined) all.push(one)
      }
      return all
    }
    return { old: await tried(OLD), new: await tried(NEW) }
  },
  claims: [
    claim('receiver-takes-tls-1-2-or-higher', ({ new: newer }) => {
      if (newer.length === 0) return cutOff('no handshake could be tried')
      if (newer.some(({ accepted }) => accepted)) return passed()
      const observed = newer.map(({ version, message }) => `${version}: ${message}`).join('; ')
      return failed({ expected: 'a handshake with TLS 1.2 or 1.3', observed, at: 'tls' })
    }),
    claim('receiver-refuses-tls-below-1-2', oldRefused),
  ],
})

/** A refusal of an old version counts only where the same host accepts a newer one. */
function oldRefused({ old, new: newer }: Trace): Verdict {
  if (old.length === 0) return cannotTell('this machine cannot offer TLS 1.0 and 1.1')
  if (!newer.some(({ accepted }) => accepted)) return cannotTell('the host took no newer version either')
  return all(
    old.map(({ version, accepted, host }) =>
      accepted
        ? failed({ expected: `${version} is refused`, observed: `${host} accepted it`, at: 'tls' })
        : passed(),
    ),
  )
}
