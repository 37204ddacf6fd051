export function CareerPage() {
  return (
    <>
      <p>
        There are no jobs, because there is no company. There is work, though, and it is the good kind: small, useful,
        and seen by people who grow their own food.
      </p>
      <h2>Open positions, unpaid, in any time zone</h2>
      <ul>
        <li>
          <strong>Person with an odd sensor.</strong> Owns a board nobody has tried yet and tells us what it said.
        </li>
        <li>
          <strong>Night watch.</strong> Looks at the readings at four in the morning and finds out why it is always
          coldest then.
        </li>
        <li>
          <strong>Translator between gardeners and programmers.</strong> Replaces one technical word a week with one
          that a gardener would use.
        </li>
        <li>
          <strong>Breaker.</strong> Pulls the plug in the middle of everything and counts what is missing afterwards.
        </li>
      </ul>
      <h2>How to apply</h2>
      <p>
        Read CONTRIBUTING.md in the source, change one thing for the better, and send it in. The interview is the
        review; both sides may ask questions.
      </p>
    </>
  )
}

export function TermsPage() {
  return (
    <>
      <p>Greenhouse is free software under the MIT licence. In plain words:</p>
      <ul>
        <li>You may use it, change it, copy it and sell it, as long as the licence goes along.</li>
        <li>It comes without any warranty. Nobody is liable for a lost harvest.</li>
        <li>Your data is yours. Using Greenhouse gives nobody a right to it.</li>
      </ul>
      <h2>Between you and whoever runs this server</h2>
      <ul>
        <li>Your account is for you. Keep its password, and the tokens of your devices, to yourself.</li>
        <li>Send readings of your own devices, at a pace the machine can handle; excess is slowed down.</li>
        <li>Whoever runs the server decides how long it runs. Ask them about backups before you rely on one.</li>
      </ul>
      <h2>Please don’t rely on it alone</h2>
      <p>
        Sensors drift, batteries die and networks fail. Greenhouse shows what a device said and how long ago. It is no
        safety device: where heat, gas or water can do harm, use one that is made for it.
      </p>
    </>
  )
}
