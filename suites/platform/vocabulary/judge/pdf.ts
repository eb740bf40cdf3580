import { type Exchange, header } from '../../../../conformance/exchange.ts'
import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { finding } from './answer.ts'

/** Says whether the body of an answer was encoded for its transfer, and says so: gzip, for instance (RFC 9110 section 8.4). */
export function isEncoded({ answer }: Exchange): boolean {
  const coding = (answer && header(answer, 'content-encoding')) ?? 'identity'
  return coding.trim().toLowerCase() !== 'identity'
}

/** Judges that a body begins as PDF files do (R19). It must not be encoded. */
export function beginsLikeAPdf(exchange: Exchange): Verdict {
  const body = exchange.answer?.body
  const start =
    body?.text?.slice(0, 5) ??
    Buffer.from(body?.head ?? '', 'base64')
      .subarray(0, 5)
      .toString('latin1')
  return start === '%PDF-'
    ? passed()
    : failed(
        finding(
          exchange,
          'bytes that begin with %PDF-',
          start === '' ? 'an empty body' : JSON.stringify(start),
          'body',
        ),
      )
}
