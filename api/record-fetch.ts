/** An entry of a HAR archive, as far as it is needed. */
interface HarEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly request: object
  readonly response: object
}

/** Everything that a program sends through `fetch` from now on. */
export interface FetchRecording {
  /** In the order in which the answers came. They hold every secret that was sent. */
  readonly entries: readonly HarEntry[]
  /** Puts the former `fetch` back. */
  stop(): void
}

/**
 * Records every request that goes through the global `fetch`, with its answer, as entries of a HAR archive. An answer is handed on once it
 * is whole. Requests by other means, such as `undici.request`, are not seen.
 */
export function recordFetch(): FetchRecording {
  const former = globalThis.fetch
  const entries: HarEntry[] = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const sent = request.body === null ? undefined : await request.clone().text()
    const startedAt = Date.now()
    const answer = await former(request).catch((error: unknown) => {
      entries.push(unanswered(request, sent, startedAt))
      throw error
    })
    // An answer that breaks off is the caller's to deal with. The request may have been carried out all the same.
    const entry = await entryOf(request, sent, answer.clone(), startedAt).catch(() =>
      unanswered(request, sent, startedAt),
    )
    entries.push(entry)
    return answer
  }
  return {
    entries,
    stop: () => {
      globalThis.fetch = former
    },
  }
}

const requestOf = ({ method, url, headers }: Request, sent: string | undefined): object => ({
  method,
  url,
  headers: named(headers),
  ...(sent !== undefined && { postData: { text: sent } }),
})

/** An entry of a request without a whole answer: HAR writes the status 0 for it. */
const unanswered = (request: Request, sent: string | undefined, startedAt: number): HarEntry => ({
  startedDateTime: new Date(startedAt).toISOString(),
  time: Date.now() - startedAt,
  request: requestOf(request, sent),
  response: { status: 0, headers: [], content: { size: 0 } },
})

async function entryOf(
  request: Request,
  sent: string | undefined,
  answer: Response,
  startedAt: number,
): Promise<HarEntry> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: Date.now() - startedAt,
    request: requestOf(request, sent),
    response: {
      status: answer.status,
      headers: named(answer.headers).filter(({ name }) => name !== 'content-encoding'),
      content: { size: bytes.length, text: bytes.toString('base64'), encoding: 'base64' },
    },
  }
}

const named = (headers: Headers): { name: string; value: string }[] =>
  [...headers].map(([name, value]) => ({ name, value }))
