/** Headers in their order, as they were sent. A header that was repeated has several entries. */
export type Headers = readonly (readonly [name: string, value: string])[]

/** First value of a header, by its name in lower case; undefined where there is none. */
export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key === name)?.[1]
