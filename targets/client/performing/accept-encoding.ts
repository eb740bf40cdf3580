/**
 * Says whether a client accepts an answer that is compressed with gzip (RFC 9110, section 12.5.3).
 *
 * @param header the value of its `Accept-Encoding`; undefined where it has none, and then nothing is compressed
 */
export function takesGzip(header: string | undefined): boolean {
  const codings = new Map(
    (header ?? '').split(',').map((one): [string, number] => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))?.slice('q='.length)
      return [name, weight === undefined ? 1 : Number(weight)]
    }),
  )
  return (codings.get('gzip') ?? codings.get('*') ?? 0) > 0
}
