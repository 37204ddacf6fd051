/** `mqtt://192.168.1.20:1883` and `http://192.168.1.20:8080`. */
export interface ServerAddresses {
  readonly mqtt: string
  readonly http: string
}
