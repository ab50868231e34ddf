"""GPUs owned to serve: their capital as it is spent and amortised, and what it is in the bill."""

from functools import partial

from flopwatt.model import choose, formula, pick, total

fleet = partial(formula, "fit", source="convention#capital", fallback=True, offered=False)
books = partial(formula, "plan", source="convention#capital", fallback=True, offered=False)


@formula("fit", key="fleet.pays_as_bought", unit="count", symbol="b_b", source="convention#capital",
         written=False, minimum=0)  # fmt: skip
def pays_as_bought(cost_basis, fleet_price, bought_price):
    """Whether the product pays what the hours of the fleet are bought for, and no other price."""
    bought = total(bought_price)
    return choose(cost_basis, pick(fleet_price > bought, 0, pick(fleet_price < bought, 0, 1)))


@fleet(makes="fleet_owned_capital")
def owned_capital_of_fleet(pays_as_bought, purchase_capex, purchase_resold):
    """Capital spent on owned GPUs of the fleet in each month, less what is sold."""
    return pays_as_bought * (total(purchase_capex) - total(purchase_resold))


@fleet(makes="fleet_owned_amortised")
def owned_amortised_of_fleet(pays_as_bought, purchase_amortised):
    """The same spread evenly over the life of the GPUs."""
    return pays_as_bought * total(purchase_amortised)


@fleet(makes="fleet_owned_in_bill")
def owned_in_bill_of_fleet(
    pays_as_bought, fleet_cost, purchase_cost, purchase_booked, purchase_amortised
):
    """What of the fleet's bill is no operation: capital by the hour, with its interest."""
    operation = total(purchase_booked) - total(purchase_amortised)
    bill = total(purchase_cost)
    return pays_as_bought * fleet_cost * pick(bill > 0, 1 - operation / bill, 0)


@formula("plan", unit="USD", symbol="K_s", source="identity", flow=True, written=False)
def serving_capital(fleet_owned_capital, month_length):
    """Capital spent in each month on GPUs that serve, less what is sold."""
    return pick(month_length > 0, total(fleet_owned_capital), 0)


@formula("plan", unit="USD", symbol="A_s", source="identity", flow=True, written=False)
def serving_amortised(fleet_owned_amortised, month_length):
    """The same spread evenly over the life of the GPUs."""
    return pick(month_length > 0, total(fleet_owned_amortised), 0)


@books(makes="operating_expense")
def operating_expense_of_rented(inference_spend):
    """Operating expense in each month where nothing is owned: inference spend."""
    return inference_spend


@books(makes="capital_expense")
def capital_expense_of_training(training_spend):
    """Capital expense in each month where nothing serves that is owned: training bills."""
    return training_spend


@books(makes="capital_expense")
def capital_expense_of_serving(serving_capital):
    """Capital expense in each month of a plan that trains nothing."""
    return serving_capital


@books(makes="amortised_expense")
def amortised_expense_of_training(training_amortised):
    """Amortised capital in each month where nothing serves that is owned."""
    return training_amortised


@books(makes="amortised_expense")
def amortised_expense_of_serving(serving_amortised):
    """Amortised capital in each month of a plan that trains nothing."""
    return serving_amortised
