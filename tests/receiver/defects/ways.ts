import { type Got, right, SECRETS } from '../fake.ts'
import { type Defect, json, verifying } from './defect.ts'
import { isSignedWith } from './secrets.ts'

const WAYS = 'forgeries/ways'
const TOLERANCE_MS = 300_000

const text = ({ body }: Got) => body.toString('utf8')
const isChunked = ({ headers }: Got) => headers['transfer-encoding'] === 'chunked'
const isAsStated = ({ headerNames }: Got) => headerNames.includes('X-Platform-Signature')
const ageMs = ({ timestamp }: Got) => Date.now() - Date.parse(timestamp)

/** Answers certain deliveries before verification, as if there were nothing to do. */
const passing = (when: (got: Got) => boolean): Defect['changes'] => ({
  first: (got) => (when(got) ? 200 : undefined),
})

/** Does not verify certain signed deliveries. */
const trusting = (when: (got: Got) => boolean): Defect['changes'] =>
  verifying((got, check) => (got.signature !== '' && when(got)) || check(got))

function trustingRepeatsInChunks(): Defect['changes'] {
  const known = new Set<string>()
  return verifying((got, check) => {
    if (isChunked(got) && known.has(got.id)) return true
    const isRight = right.verifies(got, check)
    if (isRight) known.add(got.id)
    return isRight
  })
}

function trustingKnownSignatures(): Defect['changes'] {
  const known = new Set<string>()
  return verifying((got, check) => {
    if (isSignedWith(got, SECRETS.previous)) known.add(got.signature)
    return check(got) || known.has(got.signature)
  })
}

function trustingUnknownTypesOnKeptConnections(): Defect['changes'] {
  const used = new WeakSet<object>()
  return verifying((got, check) => {
    const isKept = used.has(got.connection)
    used.add(got.connection)
    return (isKept && json(got.body).type === 'quote.reviewed') || right.verifies(got, check)
  })
}

/** Knows the secret of before a rotation for the brokerage whose event came first. */
function keepsTheFormerSecretOfOneBrokerage(): Defect['changes'] {
  let first: unknown
  return verifying((got, check) => {
    if (!check(got)) return false
    const { brokerageId } = json(got.body)
    first ??= brokerageId
    return brokerageId === first || !isSignedWith(got, SECRETS.previous)
  })
}

function trustsOtherBrokerages(): Defect['changes'] {
  let first: unknown
  return verifying((got, check) => {
    const { brokerageId } = json(got.body)
    if (check(got)) first ??= brokerageId
    return check(got) || (first !== undefined && brokerageId !== first && got.signature.length === 64)
  })
}

/** Defects that show only in one way of sending, or in two ways together. */
export const wayDefects: Readonly<Record<string, Defect>> = {
  'verifies a signature only where its header is written as stated': {
    changes: trusting((got) => !isAsStated(got)),
    in: WAYS,
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-changed-body'],
  },
  'answers 200 to what is old before it verifies': {
    changes: passing((got) => ageMs(got) > TOLERANCE_MS),
    in: WAYS,
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-changed-timestamp'],
  },
  'answers 200 to what is ahead of time before it verifies': {
    changes: passing((got) => ageMs(got) < -TOLERANCE_MS),
    in: WAYS,
    finds: ['receiver-refuses-changed-timestamp'],
  },
  'answers 200 to a Timestamp that it cannot read': {
    changes: passing((got) => got.timestamp !== '' && Number.isNaN(ageMs(got))),
    in: WAYS,
    finds: ['receiver-refuses-changed-timestamp'],
  },
  'verifies no large bodies in chunks': {
    changes: trusting((got) => isChunked(got) && got.body.length > 65_536),
    in: WAYS,
    finds: ['receiver-processes-no-forgery'],
  },
  'verifies no policies under small header names': {
    changes: trusting(
      (got) => got.headerNames.includes('event-id') && text(got).includes('"type":"policy.created"'),
    ),
    in: WAYS,
    finds: ['receiver-refuses-swapped-signature'],
  },
  'verifies no repeats in chunks': {
    changes: trustingRepeatsInChunks(),
    in: WAYS,
    finds: ['receiver-refuses-swapped-signature'],
  },
  'takes the revoked secret for letters beyond ASCII': {
    changes: verifying(
      (got, check) => check(got) || (/[^\x20-\x7e]/.test(text(got)) && isSignedWith(got, SECRETS.revoked)),
    ),
    in: WAYS,
    finds: ['receiver-refuses-the-revoked-secret'],
  },
  'knows signatures of the previous secret again': {
    changes: trustingKnownSignatures(),
    in: WAYS,
    finds: ['receiver-refuses-changed-timestamp'],
  },
  'keeps the former secret of one brokerage': {
    changes: keepsTheFormerSecretOfOneBrokerage(),
    in: 'deliveries/ways',
    finds: ['receiver-accepts-the-previous-secret'],
  },
  'verifies no events of other brokerages': {
    changes: trustsOtherBrokerages(),
    in: WAYS,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'verifies no unknown types on a kept connection': {
    changes: trustingUnknownTypesOnKeptConnections(),
    in: WAYS,
    finds: ['receiver-refuses-wrong-signature'],
  },
}
