import { setTimeout as pause } from 'node:timers/promises'
import { right, SECRETS } from '../fake.ts'
import { type Defect, verifying } from './defect.ts'
import { isSignedWith } from './secrets.ts'

const IN_WORK_MS = 150

/** Says whether a body is JSON that is written without white space. */
const isCompact = (body: Buffer): boolean => {
  try {
    return JSON.stringify(JSON.parse(body.toString())) === body.toString()
  } catch {
    return true
  }
}

function unverifiedWhileInWork(): Defect['changes'] {
  const inWork = new Set<string>()
  return {
    first: ({ id }) => (inWork.has(id) ? 200 : undefined),
    async work({ id }, process) {
      inWork.add(id)
      await pause(IN_WORK_MS)
      inWork.delete(id)
      process()
    },
  }
}

function leavesARefusalBehind(): Defect['changes'] {
  const left = new WeakSet<object>()
  return {
    first: ({ connection }) => (left.delete(connection) ? 400 : undefined),
    verifies(got, check) {
      const isRight = right.verifies(got, check)
      if (!isRight) left.add(got.connection)
      return isRight
    },
  }
}

function keepsTheSignature(): Defect['changes'] {
  const signatures = new WeakMap<object, string>()
  return verifying((got, check) => {
    const signature = got.signature === '' ? signatures.get(got.connection) : got.signature
    if (signature !== undefined) signatures.set(got.connection, signature)
    return check({ ...got, signature: signature ?? '' })
  })
}

function remembersEachSecret(): Defect['changes'] {
  let wasRotated = false
  return verifying((got, check) => {
    wasRotated ||= isSignedWith(got, SECRETS.previous)
    return check(got) || (wasRotated && isSignedWith(got, SECRETS.revoked))
  })
}

/** Defects in a branch that few deliveries reach. */
export const branchDefects: Readonly<Record<string, Defect>> = {
  'takes capitals unverified': {
    changes: verifying((got, check) => /^[0-9A-F]*[A-F][0-9A-F]*$/.test(got.signature) || check(got)),
    in: 'forgeries/signatures',
    finds: ['receiver-refuses-wrong-signature'],
  },
  'writes a body anew for the former secret': {
    changes: verifying((got, check) => {
      const isFormer = isSignedWith(got, SECRETS.previous)
      return check(got) && !(isFormer && !isCompact(got.body))
    }),
    in: 'secrets/grace',
    finds: ['receiver-accepts-the-previous-secret'],
    under:
      'exactly the deliveries signed with the previous secret and whose body changes when it is written anew',
  },
  'takes any older secret once the former one was used': {
    changes: remembersEachSecret(),
    in: 'secrets/grace',
    finds: ['receiver-refuses-the-revoked-secret'],
  },
  'keeps the headers of the request before on its connection': {
    changes: keepsTheSignature(),
    in: 'forgeries/over-one-connection',
    finds: ['receiver-refuses-missing-signature'],
  },
  'leaves a refusal behind on its connection': {
    changes: leavesARefusalBehind(),
    in: 'forgeries/over-one-connection',
    finds: ['receiver-accepts-a-kept-connection'],
  },
  'lets anything in while its event is in work': {
    changes: unverifiedWhileInWork(),
    in: 'repeats/together',
    finds: ['receiver-refuses-forgery-of-a-known-id'],
  },
}
