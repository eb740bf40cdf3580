const CLIENT_ID = /^m2m-(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The partner that a client id names (2.6); undefined where it has another shape. */
export const partnerIn = (clientId: string | undefined): string | undefined =>
  CLIENT_ID.exec(clientId ?? '')?.[1]
