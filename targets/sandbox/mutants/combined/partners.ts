import type { DocumentName } from '../../../../conformance/exchange.ts'
import { type ApiOperation, isDocument } from '../../http/answer.ts'
import type { Partner } from '../../office/directory.ts'
import type { Platform } from '../../platform.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'

const DOCUMENTS: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview', 'policy']

const OPERATIONS: readonly ApiOperation[] = ['submit', 'status', 'update', 'bind', ...DOCUMENTS]

/** Keeps one thing for each platform: sandboxes of one seed have the same ids. */
function forEachPlatform<T>(make: () => T): (platform: Platform) => T {
  const all = new WeakMap<object, T>()
  return ({ quotes }) => {
    const known = all.get(quotes) ?? make()
    all.set(quotes, known)
    return known
  }
}

/** Defects that hand out one partner's documents to the other (4, R12). */
export const partnerMutants: readonly Mutant[] = [
  {
    id: 'a-document-for-the-partner-of-the-last-request',
    says: 'The partner of a request is kept in a shared variable, which the next request overwrites before the document is found',
    kills: DOCUMENTS.map((name) => `${name}-foreign-quote`) as unknown as Mutant['kills'],
    change(base) {
      const last = forEachPlatform<{ partner?: Partner }>(() => ({}))
      return operating(OPERATIONS, async (standard, call, platform) => {
        const current = last(platform)
        current.partner = call.partner
        if (!isDocument(call.operation)) return standard()
        await new Promise((resolve) => setTimeout(resolve, 2))
        return base.operations[call.operation]({ ...call, partner: current.partner }, platform)
      })(base)
    },
  },
  {
    id: 'documents-by-the-first-letters',
    says: 'Documents are stored by the first letters of the insured, so that others with these letters get them',
    kills: ['quote-preview-foreign-quote', 'quote-proposal-foreign-quote', 'policy-preview-foreign-quote'],
    change({ documents }) {
      const keptBy = forEachPlatform(() => new Map<string, Promise<Uint8Array>>())
      const platforms = new WeakMap<object, Platform>()
      return {
        documents: {
          contents(name, quote, platform) {
            const contents = documents.contents(name, quote, platform)
            platforms.set(contents, platform)
            return contents
          },
          async write(contents) {
            const platform = platforms.get(contents)
            if (platform === undefined) return documents.write(contents)
            const kept = keptBy(platform)
            const key = `${contents.title} ${contents.insured.slice(0, 20)}`
            const document = kept.get(key) ?? documents.write(contents)
            kept.set(key, document)
            return document
          },
        },
      }
    },
  },
]
