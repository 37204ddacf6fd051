import { Link } from 'wouter'

export function PrivacyPage() {
  return (
    <>
      <p>
        Everything stays on the machine this page came from. Whoever runs that machine can read its database, as with
        any program; nobody else is told anything.
      </p>
      <StoredData />
      <h2>Where</h2>
      <p>
        In the data folder of the server, in one SQLite database, or in the PostgreSQL database it was pointed to. The
        server’s log holds times, addresses and what was asked for, and never passwords or tokens.
      </p>
      <h2>What goes out</h2>
      <p>
        One question: this server asks the weather service Open-Meteo for the weather at a place, rounded to about a
        kilometre, and for the names of cities you search. It asks on behalf of everyone and sends nothing about you;
        your browser asks nobody but this server.
      </p>
      <h2>Exporting and deleting your data</h2>
      <ul>
        <li>Removing a device under My device deletes all of its readings with it, at once and for good.</li>
        <li>Logging out removes your session from the server and your token from this browser.</li>
        <li>
          Under Settings you can export everything in two files, or delete your account: everything of yours goes with
          it, at once and for good. Backups that the server makes every night, and copies that whoever runs it has made,
          may still hold it; the nightly ones are gone after about a month.
        </li>
      </ul>
      <h2>What your browser keeps</h2>
      <p>
        A few small notes, listed under <Link to="/cookies">Cookies</Link>. None of them is a cookie.
      </p>
    </>
  )
}

function StoredData() {
  return (
    <>
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
        <li>
          If you use two-step sign-in: the key of your authenticator app, encrypted; the public halves of your passkeys
          with their names; your recovery codes, as hashes.
        </li>
        <li>
          Mails to you that are still to be sent, and for 7 days the address you had before you changed it, so that you
          can take it back. A server that sends no mail keeps them as files for 30 days instead.
        </li>
        <li>Your settings, your devices, and every reading they have sent.</li>
        <li>Your plants with their notes and waterings, your alert conditions and the alerts they triggered.</li>
        <li>The place whose weather you want to know, if you chose one.</li>
        <li>
          For the growing notes: the address that asked for them, until it unsubscribes, or for 30 days when nobody
          confirms it. The list knows nothing of accounts.
        </li>
        <li>
          Attempts to sign in, counted for a while to slow down guessing; and where you have signed in from, as hashes
          of your browser’s random number and of your network, so that strangers who guess can’t hold you up there. They
          go after half a year without use.
        </li>
      </ul>
    </>
  )
}

const NOTES = [
  {
    name: 'greenhouse.token',
    purpose: 'Shows the server that it is you, so that you need not sign in on every visit',
    until: 'you log out',
  },
  {
    name: 'greenhouse.browser',
    purpose:
      'A random number, sent when you sign in: whoever guesses at your password elsewhere can’t hold you up here',
    until: 'you clear it',
  },
  {
    name: 'greenhouse.theme',
    purpose: 'Light or dark, so that the page begins in the right one',
    until: 'you clear it',
  },
  {
    name: 'greenhouse.device',
    purpose: 'Which device you looked at last',
    until: 'you log out',
  },
  {
    name: 'greenhouse.household',
    purpose: 'Which household you looked at last, if you are in several',
    until: 'you log out',
  },
  {
    name: 'greenhouse.alert-seen',
    purpose: 'Until when you have seen your alerts, for the mark in the navigation',
    until: 'you log out',
  },
  {
    name: 'greenhouse.known',
    purpose: 'What you saw last, to show it with its age while the server is away',
    until: 'you log out',
  },
  {
    name: 'greenhouse-queue',
    purpose: 'What you did without a network, with its photos, until it is sent',
    until: 'it is sent, or you log out',
  },
  {
    name: 'greenhouse.clock',
    purpose: 'How far the clock of this browser is off',
    until: 'the clock is right',
  },
  {
    name: 'greenhouse.banner',
    purpose: 'That you have seen the joke at the top',
    until: 'you close the tab',
  },
]

export function CookiesPage() {
  return (
    <>
      <p>There are none, which is why nobody asked you about them.</p>
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
          {NOTES.map(({ name, purpose, until }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{purpose}</td>
              <td>{until}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        It also keeps the files of the application itself, so that it opens without the server; there is nothing of you
        in them. Until you log out, it keeps the covers of your plants.
      </p>
      <p>
        The last one lies in the session storage of this browser, the others in its local storage. Clearing the site
        data of this address removes all of them.
      </p>
    </>
  )
}
