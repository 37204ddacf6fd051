import { Link } from '../../ui/link.tsx'

export function PrivacyPage() {
  return (
    <>
      <p>
        Everything stays on the machine this page came from. Whoever runs that machine can read its database, as with
        any program; nobody else is told anything.
      </p>
      <h2>What is stored</h2>
      <ul>
        <li>Your account: first and last name, email, birthday, country, and when you registered.</li>
        <li>
          Your password, as an Argon2id hash. The password itself can’t be read back, not even by whoever runs the
          server.
        </li>
        <li>
          Where you are signed in: the kind of browser, when it began and when it was last used. A session ends after 7
          days without use, after 30 days in any case, and at once when you log out.
        </li>
        <li>Your settings, your devices, and every reading they have sent.</li>
        <li>Attempts to sign in, counted for a while to slow down guessing.</li>
      </ul>
      <h2>Where</h2>
      <p>
        In the data folder of the server, in one SQLite database, or in the PostgreSQL database it was pointed to. The
        server’s log holds times, addresses and what was asked for, and never passwords or tokens.
      </p>
      <h2>How to delete it</h2>
      <ul>
        <li>Removing a device under My device deletes all of its readings with it, at once and for good.</li>
        <li>Logging out removes your session from the server and your token from this browser.</li>
        <li>For the account itself, ask whoever runs this server. Deleting its data folder deletes everything.</li>
      </ul>
      <h2>What your browser keeps</h2>
      <p>
        Two or three small notes, listed under <Link to="/cookies">Cookies</Link>. None of them is a cookie.
      </p>
    </>
  )
}

export function CookiesPage() {
  return (
    <>
      <p>There are none. That is why no window asked you about them.</p>
      <p>Your browser keeps these notes for us instead, and sends none of them anywhere by itself:</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">What it is for</th>
            <th scope="col">Until</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>greenhouse.token</td>
            <td>Shows the server that it is you, so that you need not sign in on every visit</td>
            <td>you log out</td>
          </tr>
          <tr>
            <td>greenhouse.theme</td>
            <td>Light or dark, so that the page begins in the right one</td>
            <td>you clear it</td>
          </tr>
          <tr>
            <td>greenhouse.banner</td>
            <td>That you have seen the joke at the top</td>
            <td>you close the tab</td>
          </tr>
        </tbody>
      </table>
      <p>
        The first two lie in the local storage of this browser, the third in its session storage. Clearing the site data
        of this address removes all of them.
      </p>
    </>
  )
}
