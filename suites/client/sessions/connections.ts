import type { FaultAction } from '../../../conformance/ports/client.ts'
import { savesNoPartOfADocument, waitsOn409 } from '../claims/documents.ts'
import { endsInOrder, saysWhatIsMissing, writesWhereItEndsWell } from '../claims/endings.ts'
import { inEverySession } from '../claims/in-every-session.ts'
import { pollingClaims } from '../claims/polling.ts'
import { survivesLostConnections } from '../claims/retries.ts'
import { printsNoSecret } from '../claims/safety.ts'
import { type ClientClaim, type ClientScenario, clientScenario } from '../vocabulary/context.ts'
import { CUT, met, NOT_READY, REQUEST_KINDS, type RequestKind, SLOW_MS } from './kinds.ts'

const DROPPED = { kind: 'drop' } as const

/** Without the bind: an accepted bind is refused when it is sent again. */
const REPEATABLE = REQUEST_KINDS.filter((on) => on !== 'bind')

const lost = (
  name: string,
  title: string,
  kinds: readonly RequestKind[],
  does: FaultAction,
  ...more: ClientClaim[]
) =>
  clientScenario({
    id: `connections/${name}`,
    title,
    session: {
      // Long enough that polls follow the lost ones.
      platform: { ratingMs: SLOW_MS, issueMs: SLOW_MS },
      faults: kinds.map((on) => met(on, does)),
    },
    claims: [
      ...inEverySession,
      ...pollingClaims,
      survivesLostConnections,
      writesWhereItEndsWell,
      printsNoSecret,
      ...more,
    ],
  })

/** Connections that are lost before, after or in the middle of an answer. */
export const connections: readonly ClientScenario[] = [
  lost(
    'lost-before',
    'The connection of each kind of request is lost once before it was taken',
    REQUEST_KINDS,
    DROPPED,
    endsInOrder('client-survives-a-lost-connection'),
  ),
  clientScenario({
    id: 'connections/cut-documents',
    title: 'Each document breaks off once in the middle',
    needs: [{ journey: 'policy' }],
    session: {
      faults: (['quote-proposal', 'policy'] as const).map((on) => met(on, CUT)),
    },
    claims: [
      ...inEverySession,
      survivesLostConnections,
      writesWhereItEndsWell,
      saysWhatIsMissing,
      ...savesNoPartOfADocument,
    ],
  }),
  clientScenario({
    id: 'connections/lost-before-a-409',
    title: 'The answer with the proposal breaks off in the middle, and the next request comes too early',
    needs: [{ journey: 'proposal' }],
    session: { faults: [met('quote-proposal', CUT), met('quote-proposal', NOT_READY, 1)] },
    // A client may give up at a lost connection, and then shows nothing about a 409.
    claims: [...inEverySession, waitsOn409],
  }),
  lost('lost-after', 'The connection of each kind of request is lost once after it was taken', REPEATABLE, {
    ...DROPPED,
    taken: true,
  }),
  lost('cut-answers', 'The answer to each kind of request breaks off once in the middle', REPEATABLE, CUT),
]
